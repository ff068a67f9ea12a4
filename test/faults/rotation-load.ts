import { setTimeout as delay } from 'node:timers/promises'
import { assertPresent } from '../../src/lib/assert.ts'
import { type Purser, PurserError } from '../../clients/typescript/src/client.ts'

/** What is known of a card: its number from the first read on. */
interface KnownCard {
  readonly id: string
  readonly last4: string
  number?: { readonly pan: string; readonly exp: string; readonly cvv: string }
}

export interface LoadReport {
  readonly reads: number
  readonly authorizations: number
  readonly issued: number
  readonly perSecond: number
  /** Requests that a busy machine put off (`unavailable`) and that were sent again. */
  readonly putOff: number
  readonly failures: readonly string[]
  readonly latencyMs: { readonly median: number; readonly p99: number; readonly most: number }
}

const CUSTOMERS = 100
const AT_ONCE = 16
const MOST_TRIES = 20
const BETWEEN_TRIES_MS = 500
/** Of so many requests one issues a card. */
const ISSUE_EVERY = 50

/** Cards, and clients that use them as agents and merchants do. */
export class CardUse {
  readonly cards: KnownCard[] = []
  /** Those whose number has been read. */
  readonly #read: KnownCard[] = []
  readonly #purser: Purser
  readonly #customers: string[] = []
  #putOff = 0

  constructor(purser: Purser) {
    this.#purser = purser
  }

  async issue(count: number): Promise<void> {
    for (let i = 0; i < CUSTOMERS; i += 1) {
      const { id } = await this.#whenFree(() => this.#purser.customers.create({ email: `ada+${i}@example.com` }))
      this.#customers.push(id)
    }
    await atOnce(count, () => this.#whenFree(() => this.#issueOne()))
  }

  /** So many requests a second, half of them reads, as long as not too many wait for answers, until `stop` is called. */
  start(perSecond: number): { stop(): Promise<LoadReport> } {
    const running: Promise<void>[] = []
    let answered = 0
    this.#putOff = 0
    const failures: string[] = []
    const latencies: number[] = []
    const counts = { reads: 0, authorizations: 0, issued: 0 }
    const begun = performance.now()
    const send = () => {
      const started = performance.now()
      const turn = running.length
      const request = this.#whenFree(() => this.#next(turn, counts)).catch(
        (error: unknown) => void failures.push(describe(error)),
      )
      const end = () => {
        answered += 1
        latencies.push(performance.now() - started)
      }
      running.push(request.then(end))
    }
    const isDue = () => running.length < ((performance.now() - begun) / 1000) * perSecond
    const timer = setInterval(() => {
      while (isDue() && running.length - answered < AT_ONCE) send()
    }, 1000 / perSecond)
    return {
      stop: async () => {
        clearInterval(timer)
        const sentPerSecond = Math.round((running.length * 1000) / (performance.now() - begun))
        await Promise.all(running)
        latencies.sort((a, b) => a - b)
        const at = (share: number) => Math.round(latencies[Math.floor((latencies.length - 1) * share)] ?? 0)
        return {
          ...counts,
          perSecond: sentPerSecond,
          putOff: this.#putOff,
          failures,
          latencyMs: { median: at(0.5), p99: at(0.99), most: at(1) },
        }
      },
    }
  }

  /** Reads the number of every card once, with a client of another start. */
  async readAll(purser: Purser): Promise<string[]> {
    const failures: string[] = []
    const cards = [...this.cards]
    await atOnce(cards.length, (i) =>
      this.#whenFree(() => this.#readNumber(cards[i] as KnownCard, purser)).catch(
        (error: unknown) => void failures.push(describe(error)),
      ),
    )
    return failures
  }

  /** Sends again what a busy machine put off, and nothing else: any other failure may be the rotation's. */
  async #whenFree<T>(request: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof PurserError) || error.code !== 'unavailable' || tries === MOST_TRIES) throw error
        this.#putOff += 1
        await delay(BETWEEN_TRIES_MS)
      }
    }
  }

  async #next(turn: number, counts: { reads: number; authorizations: number; issued: number }): Promise<void> {
    const known = oneOf(this.#read)
    if (turn % ISSUE_EVERY === 1) {
      await this.#issueOne()
      counts.issued += 1
    } else if (turn % 2 === 0 || known?.number === undefined) {
      await this.#readNumber(assertPresent(oneOf(this.cards), 'there are cards'), this.#purser)
      counts.reads += 1
    } else {
      await this.#authorize(known.id, known.number)
      counts.authorizations += 1
    }
  }

  async #issueOne(): Promise<void> {
    const customerId = assertPresent(this.#customers[this.cards.length % CUSTOMERS], 'there are customers')
    const { id, last4 } = await this.#purser.cards.create({ customerId })
    this.cards.push({ id, last4: assertPresent(last4, 'a card has a number') })
  }

  async #readNumber(card: KnownCard, purser: Purser): Promise<void> {
    const { pan, exp, cvv } = await purser.cards.details(card.id)
    const before = card.number
    const isSame = before === undefined || (before.pan === pan && before.exp === exp && before.cvv === cvv)
    if (!isSame || pan.slice(-4) !== card.last4) throw new Error(`${card.id}: another number than before`)
    if (before === undefined) this.#read.push(card)
    card.number = { pan, exp, cvv }
  }

  async #authorize(cardId: string, number: NonNullable<KnownCard['number']>): Promise<void> {
    const answer = await this.#purser.network.authorize({ ...number, amount: 1, merchant: { name: 'Shop' } })
    const isRight = answer.decision === 'approve' && answer.transaction.cardId === cardId
    if (!isRight) throw new Error(`${cardId}: ${answer.decision} ${answer.reasons.map(({ code }) => code).join()}`)
  }
}

const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

const describe = (error: unknown): string =>
  error instanceof PurserError ? `${error.status} ${error.code}` : String(error)

async function atOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
