/** An ordered source whose next item can be looked at before it is taken. */
export class PeekableAsyncSource<T> {
  #source: AsyncIterator<T>
  #next: Promise<IteratorResult<T>> | null = null

  constructor(source: AsyncIterable<T>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Returns the next item of the source, without taking it. Undefined: no item is left. */
  async peek(): Promise<T | undefined> {
    this.#next ??= this.#source.next()
    const next = await this.#next
    return next.done === true ? undefined : next.value
  }

  /** Takes the next item from the source if it passes the test. Undefined: the item did not pass, or no item is left. */
  async takeIf(test: (item: T) => boolean): Promise<T | undefined> {
    this.#next ??= this.#source.next()
    const next = await this.#next
    if (next.done === true || !test(next.value)) return undefined
    this.#next = null
    return next.value
  }

  /** Takes items from the source up to the first that fails the test, which stays. */
  async takeWhile(test: (item: T) => boolean): Promise<T[]> {
    const taken: T[] = []
    for (;;) {
      const item = await this.takeIf(test)
      if (item === undefined) return taken
      taken.push(item)
    }
  }
}
