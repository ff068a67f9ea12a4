import { ServiceBusyError } from './busy-error.ts'

/** The errors with which `enter` refuses a turn (the right to do one piece of work now), because it does not wait for one. */
export interface NodeWorkTurnRefusals {
  /** The error for work of a name (an API key, an account, an address) that has as many turns already as one name may have. */
  readonly tooMany: () => Error
  /** The error for work of any name while all names together have as many turns as this node allows. */
  readonly noRoom: () => Error
}

/** How many turns there may be at a time. A turn is the right to do one piece of work now. Absent: any number. */
export interface NodeWorkTurnsOptions {
  /** How many turns one name may have at a time. A name is an API key, an account or an address. */
  readonly ofName?: number
  /** How many turns all names of one account may have at a time: an account makes as many API keys as it likes. */
  readonly ofAccount?: number
  /** How many turns all names (API keys, accounts or addresses) together may have at a time. */
  readonly inAll?: number
  /** How long `take` waits for a turn to work, in milliseconds. */
  readonly waitMs?: number
}

const NO_END = Number.POSITIVE_INFINITY

/** The holder of a turn: a name, or a name of an account. A name is of one account only. */
export type NodeWorkTurnHolder = string | { readonly id: string; readonly accountId: string }

interface Line {
  readonly holder: NodeWorkTurnHolder
  readonly begins: (() => void)[]
}

const nameOf = (holder: NodeWorkTurnHolder): string => (typeof holder === 'string' ? holder : holder.id)
const accountOf = (holder: NodeWorkTurnHolder): string | null => (typeof holder === 'string' ? null : holder.accountId)

/**
 * Limits how much work runs at a time on this node, for each name and in all. Work of one name begins in the order of its calls. Names that
 * wait take turns, so that a name with much work delays only itself.
 */
export class NodeWorkTurns {
  readonly #options: Required<NodeWorkTurnsOptions>
  readonly #running = new Map<string, number>()
  readonly #ofAccounts = new Map<string, number>()
  #all = 0
  /** The work that waits for a turn, by name, in the order in which the names get their turns. */
  readonly #lines = new Map<string, Line>()

  constructor({ ofName = NO_END, ofAccount = NO_END, inAll = NO_END, waitMs = 0 }: NodeWorkTurnsOptions) {
    this.#options = { ofName, ofAccount, inAll, waitMs }
  }

  /** Runs work when its holder, such as an API key, gets its turn to work. Rejects with `ServiceBusyError` where no turn comes within `waitMs`. */
  async take<T>(holder: NodeWorkTurnHolder, work: () => Promise<T>): Promise<T> {
    const leave = this.#isFree(holder) ? this.#enter(holder) : await this.#wait(holder)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Takes a turn of the node at once, for work that lasts long, or throws one of the refusals. Returns a function that gives the turn back;
   * further calls of that function do nothing.
   */
  enter(holder: NodeWorkTurnHolder, { tooMany, noRoom }: NodeWorkTurnRefusals): () => void {
    if (!this.#hasRoom(holder)) throw tooMany()
    if (this.#all >= this.#options.inAll) throw noRoom()
    return this.#enter(holder)
  }

  #enter(holder: NodeWorkTurnHolder): () => void {
    const [name, account] = [nameOf(holder), accountOf(holder)]
    add(this.#running, name, 1)
    if (account !== null) add(this.#ofAccounts, account, 1)
    this.#all += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#all -= 1
      add(this.#running, name, -1)
      if (account !== null) add(this.#ofAccounts, account, -1)
      this.#handOn()
    }
  }

  /** Whether a holder (an API key, an account or an address) and its account have fewer turns than each of them may have. */
  #hasRoom(holder: NodeWorkTurnHolder): boolean {
    const { ofName, ofAccount } = this.#options
    return (
      (this.#running.get(nameOf(holder)) ?? 0) < ofName &&
      (this.#ofAccounts.get(accountOf(holder) ?? '') ?? 0) < ofAccount
    )
  }

  #isFree(holder: NodeWorkTurnHolder): boolean {
    return this.#all < this.#options.inAll && this.#hasRoom(holder)
  }

  #wait(holder: NodeWorkTurnHolder): Promise<() => void> {
    const name = nameOf(holder)
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(name) ?? { holder, begins: [] }
      const begin = () => {
        clearTimeout(timer)
        resolve(this.#enter(holder))
      }
      const timer = setTimeout(() => {
        line.begins.splice(line.begins.indexOf(begin), 1)
        if (line.begins.length === 0) this.#lines.delete(name)
        reject(new ServiceBusyError('queue_full', 'Too many requests of this kind wait.'))
      }, this.#options.waitMs)
      line.begins.push(begin)
      this.#lines.set(name, line)
    })
  }

  /** Gives a turn to the first waiting holder that may begin, and lets its next work wait behind that of all others. */
  #handOn(): void {
    for (const [name, line] of this.#lines) {
      if (!this.#isFree(line.holder)) continue
      const begin = line.begins.shift()
      this.#lines.delete(name)
      if (line.begins.length > 0) this.#lines.set(name, line)
      begin?.()
      return
    }
  }
}

function add(counts: Map<string, number>, name: string, more: number): void {
  const count = (counts.get(name) ?? 0) + more
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}
