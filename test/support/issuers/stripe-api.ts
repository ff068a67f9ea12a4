import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// oxlint-disable-next-line typescript/no-explicit-any -- objects of another service
type StripeObject = Record<string, any>

/** How a request fares: done and answered, done and cut off before the answer, or answered so and not done. */
export type Fate = 'well' | 'cut off' | { readonly status: number; readonly message: string }

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

interface Remembered {
  readonly request: string
  readonly status: number
  readonly object: object
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

/**
 * The API of Stripe Issuing as far as Purser calls it, on a port of its own: what was made stays, the same idempotency key with the same
 * request is answered the same, with another one refused, and lists come in pages.
 */
export class StripeApi {
  readonly cards: StripeObject[] = []
  readonly holders: StripeObject[] = []
  /** Whatever came, in its order, also what was not done. */
  readonly calls: StripeCall[] = []
  /** What was bought with its cards. */
  purchases: Purchases = { authorizations: [], transactions: [] }
  /** What happens to the next requests. */
  fate: (call: StripeCall) => Fate = () => 'well'
  readonly #remembered = new Map<string, Remembered>()
  #server: Server | null = null
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Where it was before, if it was up before. */
  async up(): Promise<void> {
    const server = createServer((request, reply) => void this.#receive(request, reply))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())))
  }

  /** It has forgotten what was asked for, as it does after a day. */
  forgetKeys(): void {
    this.#remembered.clear()
  }

  cardsOf(cardId: string): StripeObject[] {
    return this.cards.filter(({ metadata }) => metadata.purser_card === cardId)
  }

  async #receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(request.url ?? '', this.url)
    const body = Buffer.concat(chunks).toString()
    const params = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : body))
    const key = request.headers['idempotency-key']
    const call = { method: request.method ?? '', path: url.pathname, key: key?.toString(), params }
    this.calls.push(call)
    const fate = this.fate(call)
    if (typeof fate === 'object') return send(reply, fate.status, errorOf(fate.message))
    const { status, object } = this.#answer(call, `${call.path} ${body}`)
    if (fate === 'cut off') return void request.socket.destroy()
    send(reply, status, object)
  }

  #answer(call: StripeCall, request: string): Omit<Remembered, 'request'> {
    const remembered = call.key === undefined ? undefined : this.#remembered.get(call.key)
    if (remembered?.request === request) return remembered
    if (remembered !== undefined)
      return refused('Keys for idempotent requests can only be used with the same parameters.')
    const answer = this.#do(call)
    if (call.key !== undefined && answer.status === 200) this.#remembered.set(call.key, { request, ...answer })
    return answer
  }

  #do({ method, path, params }: StripeCall): Omit<Remembered, 'request'> {
    if (path === '/v1/ephemeral_keys') return this.#newKey(params)
    const [, resource = '', id] =
      /^\/v1\/issuing\/(cards|cardholders|authorizations|transactions)(?:\/(\w+))?$/.exec(path) ?? []
    const known = PARAMETERS[`${method} /v1/issuing/${resource}${id === undefined ? '' : '/:id'}`]
    const unknown = Object.keys(params).find((name) => known?.test(name) !== true)
    if (known === undefined || unknown !== undefined) return refused(`Received unknown parameter: ${unknown ?? path}`)
    if (method === 'GET' && id !== undefined) return this.#shown(id, Object.values(params))
    if (method === 'GET') return done(pageOf(this.#all(resource), params))
    if (id !== undefined) return this.#update(id, params)
    return done(resource === 'cards' ? this.#newCard(params) : this.#newHolder(params))
  }

  #newKey({ issuing_card: id = '', nonce = '' }: StripeCall['params']): Omit<Remembered, 'request'> {
    if (nonce === '' || !this.cards.some((each) => each['id'] === id)) return refused('No such issuing card or nonce')
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

  #shown(id: string, expanded: readonly string[]): Omit<Remembered, 'request'> {
    const card = this.cards.find((each) => each['id'] === id)
    if (card === undefined) return { status: 404, object: errorOf(`No such issuing card: ${id}`) }
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

  #update(id: string, { status, ...limits }: StripeCall['params']): Omit<Remembered, 'request'> {
    const card = this.cards.find((each) => each['id'] === id)
    if (card === undefined) return { status: 404, object: errorOf(`No such issuing card: ${id}`) }
    if (card['status'] === 'canceled' && status !== 'canceled' && status !== undefined)
      return refused('A canceled card stays canceled.')
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

const errorOf = (message: string) => ({ error: { type: 'invalid_request_error', message } })
const refused = (message: string) => ({ status: 400, object: errorOf(message) })
const done = (object: object) => ({ status: 200, object })

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

function send(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
