import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assertReply, type LithicObject, type LithicRequest, refusalOf } from './lithic-wire.ts'
import type { Fate } from './stripe-api.ts'

export interface LithicOptions {
  /** Purser's, without `/v1`. */
  readonly origin: () => string
  readonly asaSecret: string
  readonly eventSecret: string
  readonly nowMs: () => number
}

interface Answer {
  readonly status: number
  readonly body: LithicObject
}

const API_KEY = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1'
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/cards\/[\w-]+\/embed$/, '/v1/cards/{card_token}/embed'],
  [/^\/v1\/cards\/[\w-]+$/, '/v1/cards/{card_token}'],
  [/^\/v1\/transactions\/[\w-]+$/, '/v1/transactions/{transaction_token}'],
]

/**
 * The API of Lithic as far as Purser calls it, on a port of its own: what was made stays, the same idempotency key with the same request
 * is answered the same, with another one refused, and lists come in pages.
 */
export abstract class LithicApi {
  static readonly key = API_KEY
  readonly cards: LithicObject[] = []
  /** Whatever came, in its order, also what was not done. */
  readonly calls: LithicRequest[] = []
  /** What happens to the next requests. */
  fate: (call: LithicRequest) => Fate = () => 'well'
  /** Answers wait for it. */
  gate: Promise<void> | null = null
  readonly #remembered = new Map<string, { request: string; answer: Answer }>()
  #server: Server | null = null
  #port = 0

  protected abstract simulate(what: string, body: LithicObject): Promise<LithicObject>
  protected abstract transactions(): LithicObject[]

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

  cardsOf(cardId: string): LithicObject[] {
    return this.cards.filter(({ memo }) => memo === cardId)
  }

  newCard(given: LithicObject): LithicObject {
    const pan = `40000012${String(34_567_890 + this.cards.length * 10_007)}`
    const card = {
      account_token: randomUUID(),
      card_program_token: randomUUID(),
      cardholder_currency: 'USD',
      created: '2026-11-14T00:00:00Z',
      funding: null,
      pin_status: 'NOT_SET',
      spend_limit: 0,
      spend_limit_duration: 'TRANSACTION',
      state: 'OPEN',
      exp_month: '07',
      exp_year: '2030',
      ...given,
      token: randomUUID(),
      last_four: pan.slice(-4),
      pan,
      cvv: '776',
    }
    this.cards.push(card)
    return card
  }

  async #receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(request.url ?? '', this.url)
    const text = Buffer.concat(chunks).toString()
    const call: LithicRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      key: request.headers['idempotency-key']?.toString(),
      body: (text === '' ? {} : JSON.parse(text)) as LithicObject,
    }
    this.calls.push(call)
    const fate = this.fate(call)
    if (this.gate !== null) await this.gate
    if (typeof fate === 'object') return send(reply, { status: fate.status, body: errorOf(fate.message) })
    const isKnown = request.headers.authorization === API_KEY
    const answer = isKnown ? await this.#answer(call, text) : { status: 401, body: errorOf('Invalid API key') }
    if (fate === 'cut off') return void request.socket.destroy()
    send(reply, answer)
  }

  async #answer(call: LithicRequest, text: string): Promise<Answer> {
    const request = `${call.path} ${text}`
    const remembered = this.#remembered.get(call.key ?? '')
    if (remembered?.request === request) return remembered.answer
    if (remembered !== undefined) return refused('The Idempotency-Key was used for another request')
    const answer = await this.#do(call)
    if (call.key !== undefined && answer.status === 200) this.#remembered.set(call.key, { request, answer })
    return answer
  }

  async #do(call: LithicRequest): Promise<Answer> {
    const described = PATHS.find(([pattern]) => pattern.test(call.path))?.[1] ?? call.path
    const refusal = refusalOf(described, call)
    if (refusal !== null) return refused(refusal)
    const answer = await this.#perform(described, call)
    if (answer.status < 300) assertReply(described, call.method, answer.body)
    return answer
  }

  async #perform(described: string, { method, path, query, body }: LithicRequest): Promise<Answer> {
    const [, , , id = '', action] = path.split('/')
    if (path.startsWith('/v1/simulate/')) {
      return { status: 201, body: { debugging_request_id: randomUUID(), ...(await this.simulate(id, body)) } }
    }
    if (described === '/v1/transactions') return done(pageOf(this.transactions(), query))
    if (described === '/v1/cards' && method === 'POST') return done(this.newCard(body))
    if (described === '/v1/cards') {
      const { memo = '' } = query
      return done(
        pageOf(this.cards.filter((card) => (card['memo'] as string).includes(memo)).toReversed(), query, true),
      )
    }
    const card = this.cards.find(({ token }) => token === id)
    if (card === undefined) return { status: 404, body: errorOf('Card not found') }
    if (action === 'embed') return done({ session: `session-${randomUUID()}` })
    if (card['state'] === 'CLOSED' && body['state'] !== undefined && body['state'] !== 'CLOSED')
      return refused('Card is closed')
    return done(Object.assign(card, body))
  }
}

const errorOf = (message: string) => ({ debugging_request_id: randomUUID(), message })
const refused = (message: string): Answer => ({ status: 400, body: errorOf(message) })
const done = (body: LithicObject): Answer => ({ status: 200, body: { ...body } })

function pageOf(all: readonly LithicObject[], query: LithicRequest['query'], hidesNumbers = false): LithicObject {
  const { page_size: size = '50', starting_after: after } = query
  const from = after === undefined ? 0 : all.findIndex(({ token }) => token === after) + 1
  const page = all.slice(from, from + Number(size))
  const data = hidesNumbers ? page.map(({ pan: _pan, cvv: _cvv, ...shown }) => shown) : page
  return { data, has_more: from + page.length < all.length }
}

function send(reply: ServerResponse, { status, body }: Answer): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
