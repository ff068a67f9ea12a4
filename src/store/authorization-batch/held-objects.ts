/** Objects that many share: each weighs once, from the first that holds it to the last. */
export class HeldObjects<T extends object> {
  readonly #weigh: (object: T) => number
  #holders = new Map<T, number>()
  #weight = 0

  constructor(weigh: (object: T) => number) {
    this.#weigh = weigh
  }

  get weight(): number {
    return this.#weight
  }

  hold(object: T): void {
    const holders = this.#holders.get(object) ?? 0
    if (holders === 0) this.#weight += this.#weigh(object)
    this.#holders.set(object, holders + 1)
  }

  release(object: T): void {
    const holders = this.#holders.get(object) ?? 0
    if (holders > 1) {
      this.#holders.set(object, holders - 1)
      return
    }
    if (this.#holders.delete(object)) this.#weight -= this.#weigh(object)
  }
}
