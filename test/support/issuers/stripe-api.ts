import type { IncomingMessage } from 'node:http'
import { type ApiAnswer, IssuerApi } from './issuer-api.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- objects of another service
type StripeObject = Record<string, any>

export interface StripeCall {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly params: Readonly<Record<string, string>>
}

export interface Purchases {
  /** Each with its transactions. */
  readonly authorizations: readonly StripeObject[]
  readonly transactions: readonly StripeObject[]
}

/** What each request may hold; anything else is refused, as Stripe refuses it. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  'POST /v1/issuing/cardholders':
    /^(name|type|email|phone_number|individual\[(first_name|last_name)\]|billing\[address\]\[(line1|line2|city|state|postal_code|country)\]|metadata\[purser_customer\])$/,
  'GET /v1/issuing/cardholders': /^(created\[gte\]|limit|starting_after)$/,
  'POST /v1/issuing/cards': /^(cardholder|currency|type|status|metadata\[purser_card\])$/,
  'GET /v1/issuing/cards': /^(cardholder|limit|starting_after)$/,
  'GET /v1/issuing/cards/:id': /^expand\[\d\]$/,
  'POST /v1/ephemeral_keys': /^(issuing_card|nonce)$/,
  'GET /v1/issuing/authorizations': /^(created\[gte\]|limit|starting_after)$/,
  'GET /v1/issuing/transactions': /^(created\[gte\]|limit|starting_after|expand\[0\])$/,
  'POST /v1/issuing/cards/:id': /^(status|spending_controls\[spending_limits\]\[\d\]\[(amount|interval)\])$/,
}

/** The API of Stripe Issuing as far as Purser calls it: what was made stays, and lists come in pages. */
export class StripeApi extends IssuerApi<StripeCall> {
  readonly cards: StripeObject[] = []
  readonly holders: StripeObject[] = []
  /** What was bought with its cards. */
  purchases: Purchases = { authorizations: [], transactions: [] }
  protected readonly keyReused = 'Keys for idempotent requests can only be used with the same parameters.'

  cardsOf(cardId: string): StripeObject[] {
    return this.cards.filter(({ metadata }) => metadata.purser_card === cardId)
  }

  protected errorOf(message: string): object {
    return { error: { type: 'invalid_request_error', message } }
  }

  protected callOf(request: IncomingMessage, url: URL, text: string): StripeCall {
    const params = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : text))
    const key = request.headers['idempotency-key']
    return { method: request.method ?? '', path: url.pathname, key: key?.toString(), params }
  }

  protected perform({ method, path, params }: StripeCall): ApiAnswer {
    if (path === '/v1/ephemeral_keys') return this.#newKey(params)
    const [, resource = '', id] =
      /^\/v1\/issuing\/(cards|cardholders|authorizations|transactions)(?:\/(\w+))?$/.exec(path) ?? []
    const known = PARAMETERS[`${method} /v1/issuing/${resource}${id === undefined ? '' : '/:id'}`]
    const unknown = Object.keys(params).find((name) => known?.test(name) !== true)
    if (known === undefined || unknown !== undefined)
      return this.refused(`Received unknown parameter: ${unknown ?? path}`)
    if (method === 'GET' && id !== undefined) return this.#shown(id, Object.values(params))
    if (method === 'GET') return done(pageOf(this.#all(resource), params))
    if (id !== undefined) return this.#update(id, params)
    return done(resource === 'cards' ? this.#newCard(params) : this.#newHolder(params))
  }

  #newKey({ issuing_card: id = '', nonce = '' }: StripeCall['params']): ApiAnswer {
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

  #shown(id: string, expanded: readonly string[]): ApiAnswer {
    const card = this.cards.find((each) => each['id'] === id)
    if (card === undefined) return { status: 404, body: this.errorOf(`No such issuing card: ${id}`) }
    const number = `400000991234${card['last4']}`
    return done({
      ...card,
      ...(expanded.includes('number') ? { number } : {}),
      ...(expanded.includes('cvc') ? { cvc: '123' } : {}),
    })
  }

  #all(resource: string): readonly StripeObject[] {
    if (resource === 'cards') return this.cards
    if (resource === 'cardholders') return this.holders
    const { authorizations, transactions } = this.purchases
    if (resource === 'authorizations') return authorizations
    return transactions.map((each) => ({
      ...each,
      authorization: authorizations.find(({ id }) => id === each['authorization']) ?? null,
    }))
  }

  #newHolder({ 'metadata[purser_customer]': purser_customer, ...params }: StripeCall['params']): StripeObject {
    const holder = {
      object: 'issuing.cardholder',
      ...params,
      id: `ich_${this.holders.length}`,
      metadata: { purser_customer },
    }
    this.holders.push({ ...holder, created: Math.floor(Date.now() / 1000) })
    return holder
  }

  #newCard({ 'metadata[purser_card]': purser_card, ...params }: StripeCall['params']): StripeObject {
    const count = this.cards.length
    const card = {
      object: 'issuing.card',
      ...params,
      id: `ic_${count}`,
      metadata: { purser_card },
      last4: String(1000 + count).slice(-4),
      exp_month: 7,
      exp_year: 2030,
    }
    this.cards.push(card)
    return card
  }

  #update(id: string, { status, ...limits }: StripeCall['params']): ApiAnswer {
    const card = this.cards.find((each) => each['id'] === id)
    if (card === undefined) return { status: 404, body: this.errorOf(`No such issuing card: ${id}`) }
    if (card['status'] === 'canceled' && status !== 'canceled' && status !== undefined)
      return this.refused('A canceled card stays canceled.')
    if (status === undefined) card['limits'] = limitsOf(limits)
    else card['status'] = status
    return done({ ...card })
  }
}

/** `{daily: 500}` */
const limitsOf = (params: StripeCall['params']): Record<string, number> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => name.endsWith('[interval]'))
      .map(([name, interval]) => [interval, Number(params[name.replace('[interval]', '[amount]')])]),
  )

const done = (body: object): ApiAnswer => ({ status: 200, body })

function pageOf(
  all: readonly StripeObject[],
  { cardholder, limit = '10', starting_after: after, 'created[gte]': since = '0' }: StripeCall['params'],
) {
  const own = all
    .filter((each) => cardholder === undefined || each['cardholder'] === cardholder)
    .filter(({ created = Number.POSITIVE_INFINITY }) => created >= Number(since))
    .toReversed()
  const from = after === undefined ? 0 : own.findIndex((each) => each['id'] === after) + 1
  const data = own.slice(from, from + Number(limit))
  return { object: 'list', data, has_more: from + data.length < own.length, url: '' }
}
