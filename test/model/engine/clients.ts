import type { AuthorizationAnswer, PostingAnswer, Transaction } from '../../../clients/typescript/src/client.ts'
import { defined } from '../defined.ts'
import { merchantNames } from '../merchants.ts'
import type { Random } from '../random.ts'
import type { Answer, Door } from './door.ts'
import type { Asked, Dealing, Record, Step } from './record.ts'
import { countries, mccs, type World } from './world.ts'

export interface Market {
  readonly world: World
  readonly doors: readonly Door[]
  readonly record: Record
  readonly random: Random
}

const OPEN_EACH = 8

const isApproved = ({ answer }: Dealing) => answer.decision === 'approve'

/**
 * One caller of the network door, which buys and then deals with its own purchases, one request after the other: that
 * order is then the order of a transaction's steps. It repeats itself as networks do: under the same reference or key,
 * later or at the same time, at any node.
 */
export class Client {
  readonly #market: Market
  readonly #name: string
  #count = 0
  #dealings: Dealing[] = []

  constructor(market: Market, name: string) {
    this.#market = market
    this.#name = name
  }

  async act(): Promise<void> {
    const { random } = this.#market
    const old = this.#dealings.length === 0 ? undefined : random.pick(this.#dealings)
    if (old !== undefined && random.chance(0.06)) await this.#repeat(old)
    else if (old !== undefined && random.chance(0.1)) await this.#fact(old)
    else if (old !== undefined && isApproved(old) && random.chance(0.6)) await this.#step(old)
    else if (random.chance(0.02)) await this.#capture()
    else if (random.chance(0.3)) await this.#renew()
    else await this.#buy()
    const declined = this.#dealings.filter((dealing) => !isApproved(dealing)).slice(-2)
    const approved = this.#dealings.filter(isApproved).slice(-OPEN_EACH)
    this.#dealings = [...approved, ...declined]
  }

  /** A merchant charges a subscription, twice at the same moment now and then: one of the two is one too many. */
  async #renew(): Promise<void> {
    const { random, world } = this.#market
    const { cards } = random.pick(world.customers)
    const subscriptions = cards.flatMap(({ id, subscriptions: own }) => own.map((each) => ({ cardId: id, ...each })))
    if (subscriptions.length === 0) return this.#buy()
    const { cardId, merchant: name, maxAmount } = random.pick(subscriptions)
    const asked = (): Asked => ({
      cardId,
      amount: random.between(Math.max(1, maxAmount - 10), maxAmount + 2),
      merchant: { name, mcc: random.pick(mccs) },
    })
    await Promise.all([this.#buy(asked()), ...(random.chance(0.5) ? [this.#buy(asked())] : [])])
  }

  async #buy(asked = this.#purchase()): Promise<void> {
    const { random, record } = this.#market
    const key = asked.networkReference === undefined || random.chance(0.2) ? this.#newName('key') : undefined
    const isTwice = random.chance(0.2)
    const send = () => this.#post('/authorizations', asked, key)
    for (const answer of await Promise.all(isTwice ? [send(), send()] : [send()])) {
      if (this.#isExpected(answer, [200])) {
        const dealing = record.keep(asked, answer.body as unknown as AuthorizationAnswer)
        if (!this.#dealings.includes(dealing)) this.#dealings.push(dealing)
      }
    }
  }

  #purchase(): Asked {
    const { random, world } = this.#market
    const card = random.pick(random.pick(world.customers).cards)
    const reference = random.chance(0.5) ? this.#newName('ref') : undefined
    return {
      cardId: card.id,
      amount: random.chance(0.03) ? 0 : random.between(1, 100),
      merchant: defined({
        name: random.maybe(0.9, () => random.pick(merchantNames)),
        mcc: random.maybe(0.9, () => random.pick(mccs)),
        country: random.maybe(0.9, () => random.pick(countries)),
      }),
      ...defined({
        currency: random.maybe(0.05, () => random.pick(['GBP', 'USD', card.customer.currency])),
        networkReference: reference,
      }),
      ...defined({ exp: random.maybe(0.04, () => '01/00') }),
    }
  }

  /** The network did not hear the answer, or says it twice. */
  async #repeat({ asked, answer }: Dealing): Promise<void> {
    if (asked.networkReference === undefined || !('transactionId' in answer)) return
    const again = await this.#post('/authorizations', asked)
    if (this.#isExpected(again, [200])) this.#market.record.keep(asked, again.body as unknown as AuthorizationAnswer)
  }

  async #capture(): Promise<void> {
    const { record } = this.#market
    const { networkReference: _none, currency: _usd, exp: _exp, ...purchase } = this.#purchase()
    const asked = { ...purchase, amount: Math.max(1, purchase.amount) }
    const answer = await this.#post('/force-captures', asked, this.#newName('key'))
    if (!this.#isExpected(answer, [201])) return
    const captured = answer.body as unknown as Transaction
    const dealing: Dealing = { asked, answer: captured, steps: [] }
    record.dealings.set(captured.id, dealing)
    this.#dealings.push(dealing)
  }

  /** What its issuer did, whatever was decided: told twice, now and then. */
  async #fact({ asked, answer, steps }: Dealing): Promise<void> {
    const { random } = this.#market
    const { cardId, networkReference } = asked
    if (networkReference === undefined || asked.amount === 0 || !('transactionId' in answer)) return
    const fact = { cardId, networkReference, factId: this.#newName('fact') }
    const tell = async (path: string, body: object) => {
      const replies = [await this.#post(path, body), ...(random.chance(0.2) ? [await this.#post(path, body)] : [])]
      if (!replies.every((reply) => this.#isExpected(reply, [200]))) return null
      return replies.at(-1)?.body as unknown
    }
    if (random.chance(0.5)) {
      const amount = random.chance(0.4) ? 0 : random.between(1, 120)
      const told = await tell('/advices', { ...fact, approved: amount > 0, amount })
      steps.push({ kind: 'advise', amount, answer: told as Transaction | null })
    } else {
      const capture = { amount: random.between(1, 60), final: random.chance(0.7) }
      const told = (await tell('/postings', { ...fact, kind: 'capture', ...capture })) as PostingAnswer | null
      steps.push({ kind: 'capture', ...capture, answer: told && told.transaction })
    }
  }

  async #step({ answer, steps }: Dealing): Promise<void> {
    const { random } = this.#market
    const id = 'transactionId' in answer ? answer.transactionId : answer.id
    const key = this.#newName('key')
    const amount = random.maybe(0.6, () => random.between(1, 60))
    const send = async (path: string, body: object) => {
      const reply = await this.#post(path, body, key)
      const repeated = random.chance(0.2) ? await this.#post(path, body, key) : reply
      if (JSON.stringify(repeated.body) !== JSON.stringify(reply.body)) this.#complain('a repeated step', repeated)
      return this.#isExpected(reply, [200, 400, 409]) && reply.status === 200 ? reply.body : null
    }
    const optional = defined({ amount })
    steps.push(
      await random.pick([
        async (): Promise<Step> => {
          const more = amount ?? 5
          const reply = await send(`/authorizations/${id}/increment`, { amount: more })
          return { kind: 'increment', amount: more, answer: reply as unknown as AuthorizationAnswer | null }
        },
        async (): Promise<Step> => {
          const final = random.chance(0.6)
          const reply = await send(`/authorizations/${id}/settle`, { ...optional, final })
          return { kind: 'settle', ...optional, final, answer: reply as unknown as Transaction | null }
        },
        async (): Promise<Step> => {
          const reply = await send(`/authorizations/${id}/reverse`, optional)
          return { kind: 'reverse', ...optional, answer: reply as unknown as Transaction | null }
        },
        async (): Promise<Step> => {
          const reply = await send('/refunds', { transactionId: id, ...optional })
          return { kind: 'refund', ...optional, answer: reply as unknown as Transaction | null }
        },
      ])(),
    )
  }

  /** At any node. */
  #post(path: string, body: object, key?: string): Promise<Answer> {
    return this.#market.random.pick(this.#market.doors).post(path, body, key)
  }

  #isExpected(answer: Answer, statuses: readonly number[]): boolean {
    if (statuses.includes(answer.status)) return true
    this.#complain('an answer', answer)
    return false
  }

  #complain(what: string, { status, body }: Answer): void {
    this.#market.record.problems.push(`${what}: ${status} ${JSON.stringify(body)}`)
  }

  #newName(kind: string): string {
    this.#count += 1
    return `${kind}-${this.#name}-${this.#count}`
  }
}
