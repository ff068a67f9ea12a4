import type { IncomingMessage } from 'node:http'
import { type IssuerApiAnswer, IssuerApi } from './issuer-api.ts'
import { stripeExample } from './stripe.ts'
import { stripeTypeFaults, type StripeTypeName } from './stripe-types.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- an object of Stripe's API, whose form Stripe changes
type StripeObject = Record<string, any>

export interface StripeCall {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly params: Readonly<Record<string, string>>
}

export interface StripePurchases {
  /** Authorizations by their ids, each with its transactions. */
  readonly authorizations: ReadonlyMap<string, StripeObject>
  readonly transactions: readonly StripeObject[]
}

const ID = /(?<=\/)(ic|ich|iauth|ipi)_\w+/

export interface StripeRequest {
  /** The id of Stripe's object in the path of a request to Stripe's API. */
  readonly id: string
  readonly given: StripeObject
}

/** A route: the type of its request, the type of its answer or of the entries of the answer (by Stripe's types), and its handler. */
export type StripeRoute = readonly [
  takes: StripeTypeName,
  gives: StripeTypeName,
  (request: StripeRequest) => IssuerApiAnswer | Promise<IssuerApiAnswer>,
]

/** A stand-in for the API of Stripe Issuing, with the operations that Purser calls. Created objects stay, and lists come in pages. */
export class StripeApi extends IssuerApi<StripeCall> {
  readonly cards: StripeObject[] = []
  readonly holders: StripeObject[] = []
  /** The requests and answers that did not conform to Stripe's types. */
  readonly #faults: string[] = []
  /** The purchases with the cards of this API. */
  purchases: StripePurchases = { authorizations: new Map(), transactions: [] }
  protected readonly keyReused = 'Keys for idempotent requests can only be used with the same parameters.'

  cardsOf(cardId: string): StripeObject[] {
    return this.cards.filter(({ metadata }) => metadata.purser_card === cardId)
  }

  /** Stops the API. Rejects if a request or an answer did not conform to Stripe's types. */
  override async down(): Promise<void> {
    await super.down()
    if (this.#faults.length > 0) throw new Error(this.#faults.join('\n'))
  }

  protected errorOf(message: string): object {
    return { error: { type: 'invalid_request_error', message } }
  }

  protected callOf(request: IncomingMessage, url: URL, text: string): StripeCall {
    const params = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : text))
    const key = request.headers['idempotency-key']
    return { method: request.method ?? '', path: url.pathname, key: key?.toString(), params }
  }

  protected routes(): Readonly<Record<string, StripeRoute>> {
    return {
      'POST /v1/issuing/cardholders': [
        'CardholderCreateParams',
        'Cardholder',
        ({ given }) => done(this.#newHolder(given)),
      ],
      'GET /v1/issuing/cardholders': [
        'CardholderListParams',
        'Cardholder',
        ({ given }) => done(pageOf(this.holders, given)),
      ],
      'POST /v1/issuing/cards': ['CardCreateParams', 'Card', ({ given }) => done(this.#newCard(given))],
      'GET /v1/issuing/cards': ['CardListParams', 'Card', ({ given }) => done(pageOf(this.cards, given))],
      'GET /v1/issuing/cards/:id': ['CardRetrieveParams', 'Card', (request) => this.#shown(request)],
      'POST /v1/issuing/cards/:id': ['CardUpdateParams', 'Card', (request) => this.#update(request)],
      'GET /v1/issuing/authorizations': [
        'AuthorizationListParams',
        'Authorization',
        ({ given }) => done(pageOf([...this.purchases.authorizations.values()], given)),
      ],
      'GET /v1/issuing/transactions': [
        'TransactionListParams',
        'Transaction',
        ({ given }) => done(this.#transactions(given)),
      ],
      'POST /v1/ephemeral_keys': ['EphemeralKeyCreateParams', 'EphemeralKey', ({ given }) => this.#newKey(given)],
    }
  }

  /** Performs a call. A route that Stripe would not know is refused, and counts as a fault. */
  protected async perform({ method, path, params }: StripeCall): Promise<IssuerApiAnswer> {
    const route = this.routes()[`${method} ${path.replace(ID, ':id')}`]
    if (route === undefined) return this.refused(`Unrecognized request URL (${method}: ${path})`)
    const [takes, gives, answerTo] = route
    const given = nested(params)
    const faults = stripeTypeFaults(takes, given)
    this.#faults.push(...faults)
    if (faults.length > 0) return this.refused(faults.join(', '))
    const answer = await answerTo({ id: ID.exec(path)?.[0] ?? '', given })
    const { body } = answer
    const shown = 'data' in body ? (body.data as object[]) : answer.status === 200 ? [body] : []
    this.#faults.push(...shown.flatMap((each) => stripeTypeFaults(gives, each)))
    return answer
  }

  #newKey({ issuing_card: id, nonce = '' }: StripeObject): IssuerApiAnswer {
    if (nonce === '' || !this.cards.some((each) => each['id'] === id))
      return this.refused('No such issuing card or nonce')
    const expires = 1_800_000_000
    return done({
      id: 'ephkey_1',
      object: 'ephemeral_key',
      created: expires - 3600,
      expires,
      livemode: false,
      secret: 'ek_test_1',
    })
  }

  #shown({ id, given: { expand = [] } }: StripeRequest): IssuerApiAnswer {
    const expanded = expand as readonly string[]
    const card = this.cards.find((each) => each['id'] === id)
    if (card === undefined) return { status: 404, body: this.errorOf(`No such issuing card: ${id}`) }
    const number = `400000991234${card['last4']}`
    return done({
      ...card,
      ...(expanded.includes('number') ? { number } : {}),
      ...(expanded.includes('cvc') ? { cvc: '123' } : {}),
    })
  }

  /** The list of transactions, each with its authorization, as Purser requests it. */
  #transactions(given: StripeObject): object {
    const { authorizations, transactions } = this.purchases
    const page = pageOf(transactions, given)
    const data = page.data.map((each) => ({
      ...each,
      authorization: authorizations.get(each['authorization']) ?? null,
    }))
    return { ...page, data }
  }

  #newHolder(params: StripeObject): StripeObject {
    const { cardholder: example } = stripeExample('authorization.request')['data'].object.card
    const { billing, individual = null, ...given } = params
    const holder = {
      ...example,
      ...given,
      id: `ich_${this.holders.length}`,
      created: Math.floor(Date.now() / 1000),
      billing: { address: { ...NO_ADDRESS, ...billing.address } },
      individual: individual && { ...NO_INDIVIDUAL, ...individual },
    }
    this.holders.push(holder)
    return holder
  }

  #newCard({ cardholder: holderId, ...params }: StripeObject): StripeObject {
    const count = this.cards.length
    const card = {
      ...stripeExample('authorization.request')['data'].object.card,
      ...params,
      id: `ic_${count}`,
      created: Math.floor(Date.now() / 1000),
      cardholder: this.holders.find(({ id }) => id === holderId),
      last4: String(1000 + count).slice(-4),
      exp_month: 7,
      exp_year: 2030,
    }
    this.cards.push(card)
    return card
  }

  #update({ id, given: { status, spending_controls: controls } }: StripeRequest): IssuerApiAnswer {
    const card = this.cards.find((each) => each['id'] === id)
    if (card === undefined) return { status: 404, body: this.errorOf(`No such issuing card: ${id}`) }
    if (card['status'] === 'canceled' && status !== 'canceled' && status !== undefined)
      return this.refused('A canceled card stays canceled.')
    if (controls !== undefined)
      card['spending_controls'].spending_limits = (controls.spending_limits as StripeObject[]).map((limit) => ({
        categories: null,
        ...limit,
      }))
    if (status !== undefined) card['status'] = status
    return done({ ...card })
  }
}

const NO_ADDRESS = { line1: null, line2: null, city: null, state: null, postal_code: null, country: null }
const NO_INDIVIDUAL = { card_issuing: null, dob: null, verification: null }
const NUMBER = /(^|_)amount$|^(limit|gte)$/

/** A form as an object: `{a: {b: 1}}` for `a[b]=1`. Numbered fields become a list. */
function nested(params: StripeCall['params']): StripeObject {
  const whole: StripeObject = {}
  for (const [name, text] of Object.entries(params)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? ''
    const target = path.reduce(
      (within, part, depth) => (within[part] ??= /^\d+$/.test(path[depth + 1] ?? last) ? [] : {}),
      whole,
    )
    target[last] = NUMBER.test(last) ? Number(text) : /^(true|false)$/.test(text) ? text === 'true' : text
  }
  return whole
}

const done = (body: object): IssuerApiAnswer => ({ status: 200, body })

function pageOf(
  all: readonly StripeObject[],
  { cardholder, limit = 10, starting_after: after, created }: StripeObject,
) {
  const own = all
    .filter((each) => cardholder === undefined || each['cardholder'].id === cardholder)
    .filter((each) => (each['created'] ?? Number.POSITIVE_INFINITY) >= (created?.gte ?? 0))
    .toReversed()
  const from = after === undefined ? 0 : own.findIndex((each) => each['id'] === after) + 1
  const data = own.slice(from, from + limit)
  return { object: 'list', data, has_more: from + data.length < own.length, url: '' }
}
