import { setTimeout as delay } from 'node:timers/promises'
import { bucketOfId } from '../../src/lib/buckets.ts'
import type { TestNode } from '../support/processes/start-node.ts'

export interface Answered {
  readonly reference: string
  readonly id: string
  readonly decision: string
  readonly bucket: number
}

interface Asked {
  readonly phase: string
  readonly bucket: number
  readonly ms: number
  /** Null: the connection was lost. */
  readonly status: number | null
}

interface Buyer {
  readonly cardId: string
  readonly bucket: number
}

/**
 * One buyer for each customer, who buys under one reference after the other, and asks again under the same until there is an answer: after
 * as long as it is told to wait.
 */
export class CitusLoad {
  readonly answered: Answered[] = []
  /** References that nobody has heard the end of. */
  unanswered = 0
  readonly #asked: Asked[] = []
  readonly #buyers: readonly Buyer[]
  readonly #url: string
  readonly #headers: Record<string, string>
  #phase = ''
  #isOpen = true
  readonly #buying: Promise<unknown>

  private constructor({ baseUrl }: TestNode, apiKey: string, buyers: readonly Buyer[]) {
    this.#url = `${baseUrl}/network/authorizations`
    this.#headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    this.#buyers = buyers
    this.#buying = Promise.all(buyers.map((buyer) => this.#buy(buyer)))
  }

  static async prepare(
    node: TestNode,
    { apiKey, customers }: { apiKey: string; customers: number },
  ): Promise<CitusLoad> {
    const buyers: Buyer[] = []
    for (let n = 0; n < customers; n += 1) {
      const customer = await node.purser.customers.create({ email: `buyer-${n}@example.com` })
      const { id: cardId } = await node.purser.cards.create({ customerId: customer.id })
      buyers.push({ cardId, bucket: bucketOfId(cardId) })
    }
    return new CitusLoad(node, apiKey, buyers)
  }

  get buckets(): readonly number[] {
    return this.#buyers.map(({ bucket }) => bucket)
  }

  async during<T>(phase: string, work: () => Promise<T>): Promise<T> {
    this.#phase = phase
    return work()
  }

  async end(): Promise<void> {
    this.#isOpen = false
    await this.#buying
  }

  /** By phase, of buckets that are touched by what happens in it and of the others. */
  table(isTouched: (phase: string, bucket: number) => boolean): object[] {
    return [...Map.groupBy(this.#asked, ({ phase }) => phase)].map(([phase, asked]) => {
      const [touched, others] = [true, false].map((wanted) =>
        asked.filter(({ bucket }) => isTouched(phase, bucket) === wanted),
      )
      return { phase, ...figures('others', others ?? []), ...figures('touched', touched ?? []) }
    })
  }

  async #buy({ cardId, bucket }: Buyer): Promise<void> {
    for (let n = 0; this.#isOpen; n += 1) {
      const networkReference = `${cardId}-${n}`
      const body = {
        cardId,
        amount: 1,
        currency: 'USD',
        networkReference,
        merchant: { name: 'SHOP', mcc: '5942', country: 'US' },
      }
      while (!(await this.#ask(bucket, networkReference, JSON.stringify(body)))) {
        if (this.#isOpen) continue
        this.unanswered += 1
        return
      }
    }
  }

  async #ask(bucket: number, reference: string, body: string): Promise<boolean> {
    const begun = performance.now()
    const phase = this.#phase
    const reply = await fetch(this.#url, { method: 'POST', headers: this.#headers, body }).catch(() => null)
    const told = await reply?.json().catch(() => null)
    this.#asked.push({ phase, bucket, ms: performance.now() - begun, status: reply?.status ?? null })
    if (reply?.status !== 200) {
      await delay(Number(reply?.headers.get('retry-after') ?? 0) * 1000)
      return false
    }
    const { transactionId: id, decision } = told as { transactionId: string; decision: string }
    this.answered.push({ reference, id, decision, bucket })
    return true
  }
}

function figures(name: string, asked: readonly Asked[]): Record<string, number> {
  const ms = asked
    .filter(({ status }) => status === 200)
    .map((one) => one.ms)
    .toSorted((a, b) => a - b)
  return {
    [name]: ms.length,
    [`${name} p50`]: Math.round(ms[Math.floor(ms.length / 2)] ?? 0),
    [`${name} p99`]: Math.round(ms[Math.floor(ms.length * 0.99)] ?? 0),
    [`${name} 503`]: asked.filter(({ status }) => status === 503).length,
    [`${name} else`]: asked.filter(({ status }) => status !== 200 && status !== 503).length,
  }
}
