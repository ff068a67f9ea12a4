import { BusyError } from './busy-error.ts'

/** Errors for whoever gets no turn at once. */
export interface TurnRefusals {
  /** This name has all that one may have. */
  readonly tooMany: () => Error
  /** All together have. */
  readonly noRoom: () => Error
}

/** Without a number: as many as like. */
export interface TurnsOptions {
  /** Of one name at a time: an API key, an account, an address. */
  readonly ofName?: number
  readonly inAll?: number
  /** What `take` waits for a turn. */
  readonly waitMs?: number
}

const NO_END = Number.POSITIVE_INFINITY

/**
 * So much at a time on this node: of each name, and in all. What waits of one name keeps its order; names that wait take turns, so
 * whoever asks for much waits for itself.
 */
export class Turns {
  readonly #options: Required<TurnsOptions>
  readonly #running = new Map<string, number>()
  #all = 0
  /** Of names that wait. Whose turn is next comes first. */
  readonly #lines = new Map<string, (() => void)[]>()

  constructor({ ofName = NO_END, inAll = NO_END, waitMs = 0 }: TurnsOptions) {
    this.#options = { ofName, inAll, waitMs }
  }

  /** Runs work in its turn. Throws `BusyError` where that does not come in time. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const leave = this.#isFree(name) ? this.#enter(name) : await this.#wait(name)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Takes a turn at once, for what stays long, or throws one of the refusals. Answers what gives it back: once, for further calls do
   * nothing.
   */
  enter(name: string, { tooMany, noRoom }: TurnRefusals): () => void {
    if (this.#runningOf(name) >= this.#options.ofName) throw tooMany()
    if (this.#all >= this.#options.inAll) throw noRoom()
    return this.#enter(name)
  }

  #enter(name: string): () => void {
    this.#running.set(name, this.#runningOf(name) + 1)
    this.#all += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#all -= 1
      const left = this.#runningOf(name) - 1
      if (left > 0) this.#running.set(name, left)
      else this.#running.delete(name)
      this.#handOn()
    }
  }

  #runningOf(name: string): number {
    return this.#running.get(name) ?? 0
  }

  #isFree(name: string): boolean {
    return this.#all < this.#options.inAll && this.#runningOf(name) < this.#options.ofName
  }

  #wait(name: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(name) ?? []
      const begin = () => {
        clearTimeout(timer)
        resolve(this.#enter(name))
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(begin), 1)
        if (line.length === 0) this.#lines.delete(name)
        reject(new BusyError('queue_full', 'Too much of one kind is asked at once.'))
      }, this.#options.waitMs)
      line.push(begin)
      this.#lines.set(name, line)
    })
  }

  /** To the first name that waits and may begin; it goes to the end of those that wait. */
  #handOn(): void {
    for (const [name, line] of this.#lines) {
      if (!this.#isFree(name)) continue
      const begin = line.shift()
      this.#lines.delete(name)
      if (line.length > 0) this.#lines.set(name, line)
      begin?.()
      return
    }
  }
}
