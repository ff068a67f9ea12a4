import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { testStandInDeadlineMs } from '../patient-deadlines.ts'
import { stripeTypeFaults, type StripeTypeName } from './stripe-types.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'issuers', 'examples', 'stripe')
/** How many milliseconds Stripe waits for an answer. */
const PATIENCE_MS = testStandInDeadlineMs(2000)

// oxlint-disable-next-line typescript/no-explicit-any -- an object of Stripe's API, whose form Stripe changes
type StripeObject = Record<string, any>
export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly body: StripeObject
}

const examples = new Map<string, string>()

export function stripeExample(name: string): StripeObject {
  const text = examples.get(name) ?? readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')
  examples.set(name, text)
  return JSON.parse(text) as StripeObject
}

const [HISTORY] = stripeExample('authorization.created.network_fallback')['data'].object
  .request_history as StripeObject[]

/** The value of Stripe's signature header, `t=..,v1=..`, for the bytes of a body. */
export const signStripeMessage = (body: string, secret: string, nowMs: number): string => {
  const t = Math.floor(nowMs / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

export interface StripeOptions {
  /** The origin of a node, without `/v1`. It may be another node each time. */
  readonly origin: () => string
  readonly authorizationSecret: string
  readonly eventSecret: string
  /** Stripe's decision if no answer comes in time. It is a setting of the account. */
  onTimeout: 'approve' | 'decline'
  readonly nowMs: () => number
  /** Whether the Stripe account is for real money, and no sandbox. */
  readonly isLive?: boolean
  /** Finds the card of Stripe's API by its id, if the API has made it. */
  readonly cardOf?: (cardId: string) => StripeObject | undefined
}

function assertIs(type: StripeTypeName, object: StripeObject): void {
  const faults = stripeTypeFaults(type, object)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

const capturedIn = (transactions: readonly StripeObject[]): number =>
  transactions.reduce((sum, { type, amount }) => sum - (type === 'capture' ? (amount as number) : 0), 0)

/** The amount that an authorization holds. An amount that was captured in part is not held any more. */
export const heldByAuthorization = ({ status, amount, transactions }: StripeObject): number =>
  status === 'pending' ? Math.max(0, amount - capturedIn(transactions)) : 0

interface Asking {
  readonly amount: number
  /** The merchant of the purchase, in place of the example's. */
  readonly merchant?: object
  /** True: the card network answers by itself, as if Stripe were down. */
  readonly isAway?: boolean
  /**
   * The message that is lost when Stripe asks about a purchase: Stripe's question, or Purser's answer, which comes too late. The
   * setting of Stripe's account then decides. Undefined: neither.
   */
  readonly unheard?: 'question' | 'answer' | undefined
}

interface Captured {
  readonly cardId: string
  /** The id of the authorization. Absent: the capture is forced. */
  readonly id?: string
  readonly amount: number
  /** True: more captures may follow, and the rest stays held. */
  readonly isPartial?: boolean
}

/**
 * A stand-in for Stripe as far as Purser sees it. It asks about a purchase, waits two seconds, follows the answer or its setting, and makes
 * events about it, which the test sends in any order. It keeps state as Stripe does: authorizations and their transactions.
 */
export class StripeMock {
  /** All events that Stripe has made, in order. */
  readonly events: StripeEvent[] = []
  readonly #options: StripeOptions
  readonly transactions: StripeObject[] = []
  readonly authorizations = new Map<string, StripeObject>()
  #made = 0

  constructor(options: StripeOptions) {
    this.#options = options
  }

  /** Sets how the Stripe account decides an authorization if Purser's answer does not come in time. */
  set onTimeout(setting: StripeOptions['onTimeout']) {
    this.#options.onTimeout = setting
  }

  /** The amount in cents that Stripe holds for a card's authorizations or has captured. */
  spent(cardId: string): number {
    return [...this.authorizations.values()]
      .filter(({ card }) => (card as StripeObject)['metadata'].purser_card === cardId)
      .reduce((sum, object) => sum + heldByAuthorization(object) + capturedIn(object['transactions']), 0)
  }

  async authorize({ cardId, merchant = {}, ...asked }: Asking & { cardId: string }): Promise<string> {
    const object = structuredClone(stripeExample('authorization.request')['data'].object) as StripeObject
    Object.assign(object, {
      id: this.#newId('iauth'),
      created: this.#seconds(),
      card: this.#card(object['card'], cardId),
      merchant_data: { ...object['merchant_data'], ...merchant },
    })
    this.authorizations.set(object['id'] as string, object)
    await this.#ask(object, asked)
    this.#tell('issuing_authorization.created', object)
    return object['id'] as string
  }

  async increment(id: string, amount: number, unheard?: Asking['unheard']): Promise<void> {
    const object = this.#authorization(id)
    await this.#ask(object, { amount, unheard })
    this.#tell('issuing_authorization.updated', object)
  }

  reverse(id: string, amount?: number): void {
    const object = this.#authorization(id)
    object['amount'] -= amount ?? heldByAuthorization(object)
    if (heldByAuthorization(object) === 0)
      object['status'] = object['transactions'].length === 0 ? 'reversed' : 'closed'
    this.#tell('issuing_authorization.updated', object)
  }

  expire(id: string): void {
    const object = this.#authorization(id)
    object['status'] = 'expired'
    this.#tell('issuing_authorization.updated', object)
  }

  capture({ cardId, id, amount, isPartial = false }: Captured): void {
    const object = id === undefined ? null : this.#authorization(id)
    const made = this.#transact({ cardId, id, amount: -amount, type: 'capture' })
    if (object !== null) {
      if (!isPartial) Object.assign(object, { amount: 0, status: 'closed' })
      this.#tell('issuing_authorization.updated', object)
    }
    this.#tell('issuing_transaction.created', made)
  }

  refund({ cardId, id, amount }: { cardId: string; id?: string; amount: number }): void {
    this.#tell('issuing_transaction.created', this.#transact({ cardId, id, amount, type: 'refund' }))
  }

  /** Sends an event to Purser until it is accepted. */
  async send({ body }: StripeEvent): Promise<number> {
    const { eventSecret } = this.#options
    return (await this.#post('events', JSON.stringify(body), eventSecret)).status
  }

  async sendAll(events: readonly StripeEvent[] = this.events): Promise<void> {
    for (const event of events) {
      for (let tries = 1; (await this.send(event)) !== 200; tries += 1) {
        if (tries === 60) throw new Error(`${event.type} was not heard`)
        await delay(500)
      }
    }
  }

  async #ask(object: StripeObject, { amount, isAway = false, unheard }: Asking): Promise<void> {
    const pending = {
      ...stripeExample('authorization.request')['data'].object.pending_request,
      amount,
      merchant_amount: amount,
    }
    const asked = { ...object, pending_request: pending }
    assertIs('Authorization', asked)
    const body = this.#event('issuing_authorization.request', asked)
    const answered = isAway || unheard === 'question' ? null : await this.#answerTo(body)
    const answer = unheard === 'answer' ? null : answered
    const timeout = isAway ? true : this.#options.onTimeout === 'approve'
    const approved = answer === null ? timeout : (answer['approved'] as boolean)
    const reason = isAway
      ? 'network_fallback'
      : answer === null
        ? 'webhook_timeout'
        : `webhook_${approved ? 'approved' : 'declined'}`
    Object.assign(object['metadata'], answer?.['metadata'])
    const isFirst = object['request_history'].length === 0
    const entry = { ...HISTORY, amount, approved, reason, created: this.#seconds(), merchant_amount: amount }
    object['request_history'] = [...object['request_history'], entry]
    if (approved) Object.assign(object, { approved, amount: object['amount'] + amount })
    else if (isFirst) Object.assign(object, { approved, status: 'closed' })
  }

  async #answerTo(event: StripeObject): Promise<StripeObject | null> {
    const { authorizationSecret } = this.#options
    const answer = await this.#post('authorizations', JSON.stringify(event), authorizationSecret).catch(() => null)
    if (answer?.status !== 200) return null
    if (answer.headers.get('stripe-version') !== event['api_version']) throw new Error('the version is not sent back')
    return (await answer.json()) as StripeObject
  }

  #transact(of: { cardId: string; id: string | undefined; amount: number; type: string }): StripeObject {
    const object = structuredClone(stripeExample('transaction.created.capture')['data'].object) as StripeObject
    const { cardId, id, amount, type } = of
    const made = { id: this.#newId('ipi'), created: this.#seconds(), card: this.#card({}, cardId)['id'] as string }
    Object.assign(object, { ...made, amount, merchant_amount: amount, type, authorization: id ?? null })
    this.transactions.push(object)
    if (id !== undefined) this.#authorization(id)['transactions'].push(object)
    return object
  }

  #card(example: StripeObject, cardId: string): StripeObject {
    return this.#options.cardOf?.(cardId) ?? { ...example, id: `ic_${cardId}`, metadata: { purser_card: cardId } }
  }

  #tell(type: string, object: StripeObject): void {
    assertIs(type.startsWith('issuing_authorization') ? 'Authorization' : 'Transaction', object)
    const body = this.#event(type, object)
    this.events.push({ id: body['id'] as string, type, body })
  }

  #event(type: string, object: StripeObject): StripeObject {
    const event = stripeExample('authorization.request')
    return {
      ...event,
      id: this.#newId('evt'),
      type,
      livemode: this.#options.isLive ?? false,
      created: this.#seconds(),
      data: { object: structuredClone(object) },
    }
  }

  #post(path: string, body: string, secret: string): Promise<Response> {
    const { origin, nowMs } = this.#options
    const headers = { 'content-type': 'application/json', 'stripe-signature': signStripeMessage(body, secret, nowMs()) }
    const signal = AbortSignal.timeout(path === 'events' ? 30_000 : PATIENCE_MS)
    return fetch(`${origin()}/issuers/stripe/${path}`, { method: 'POST', headers, body, signal })
  }

  #authorization(id: string): StripeObject {
    const object = this.authorizations.get(id)
    if (object === undefined) throw new Error(`no authorization ${id}`)
    return object
  }

  #seconds = (): number => Math.floor(this.#options.nowMs() / 1000)

  #newId(prefix: string): string {
    this.#made += 1
    return `${prefix}_mock${this.#made}`
  }
}
