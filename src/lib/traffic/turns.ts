import { BusyError } from './busy-error.ts'

/** The errors for a caller that gets no turn at once. */
export interface TurnRefusals {
  /** The error for work of a name (an API key, an account, an address) that has as many turns already as one name may have. */
  readonly tooMany: () => Error
  /** The error for work of any name while all names together have as many turns as this node allows. */
  readonly noRoom: () => Error
}

/** How many turns there are at a time. A turn is the right to do one piece of work now. Absent: any number. */
export interface TurnsOptions {
  /** How many turns one name may have at a time. A name is an API key, an account or an address. */
  readonly ofName?: number
  /** How many turns all names together may have at a time. */
  readonly inAll?: number
  /** How long `take` waits for a turn, in milliseconds. */
  readonly waitMs?: number
}

const NO_END = Number.POSITIVE_INFINITY

/**
 * Limits how much work runs at a time on this node, for each name and in all. Work of one name begins in the order of its calls. Names that
 * wait take turns, so that a name with much work delays only itself.
 */
export class Turns {
  readonly #options: Required<TurnsOptions>
  readonly #running = new Map<string, number>()
  #all = 0
  /** The work that waits, by name, in the order in which the names get their turns. */
  readonly #lines = new Map<string, (() => void)[]>()

  constructor({ ofName = NO_END, inAll = NO_END, waitMs = 0 }: TurnsOptions) {
    this.#options = { ofName, inAll, waitMs }
  }

  /** Runs work in the turn of its name. Rejects with `BusyError` where the turn does not come within `waitMs`. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const leave = this.#isFree(name) ? this.#enter(name) : await this.#wait(name)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Takes a turn at once, for work that lasts long, or throws one of the refusals. Returns a function that gives the turn back; further
   * calls of that function do nothing.
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
        reject(new BusyError('queue_full', 'Too many requests of this kind wait.'))
      }, this.#options.waitMs)
      line.push(begin)
      this.#lines.set(name, line)
    })
  }

  /** Gives the turn to the first waiting name that may begin. The name then goes to the end of the line. */
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
