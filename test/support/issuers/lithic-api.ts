import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type IssuerApiAnswer, IssuerApi } from './issuer-api.ts'
import { assertLithicReply, type LithicJson, type LithicRequest, lithicRequestRefusal } from './lithic-wire.ts'

export interface LithicOptions {
  /** The origin of Purser, without `/v1`. */
  readonly origin: () => string
  readonly asaSecret: string
  readonly threeDsSecret?: string
  readonly eventSecret: string
  readonly nowMs: () => number
}

const API_KEY = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1'
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/cards\/[\w-]+\/embed$/, '/v1/cards/{card_token}/embed'],
  [/^\/v1\/cards\/[\w-]+$/, '/v1/cards/{card_token}'],
  [/^\/v1\/transactions\/[\w-]+$/, '/v1/transactions/{transaction_token}'],
  [/^\/v1\/event_subscriptions\/[\w-]+$/, '/v1/event_subscriptions/{event_subscription_token}'],
  [/^\/v1\/event_subscriptions\/[\w-]+\/secret$/, '/v1/event_subscriptions/{event_subscription_token}/secret'],
]

/** A stand-in for the API of Lithic, with the operations that Purser calls. Created objects stay, and lists come in pages. */
export abstract class LithicApi extends IssuerApi<LithicRequest> {
  static readonly key = API_KEY
  readonly cards: LithicJson[] = []
  protected readonly keyReused = 'The Idempotency-Key was used for another request'

  protected abstract simulate(what: string, body: LithicJson): Promise<LithicJson>
  /** Takes the answer to a challenge, or simulates a shop's 3-D Secure server, by the request's path. */
  protected abstract authentication(path: string, body: LithicJson): Promise<IssuerApiAnswer>
  protected abstract transactions(): LithicJson[]
  protected abstract changed(card: LithicJson, before: LithicJson): void

  cardsOf(cardId: string): LithicJson[] {
    return this.cards.filter(({ memo }) => memo === cardId)
  }

  newCard(given: LithicJson): LithicJson {
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

  protected override strangerAt({ headers }: IncomingMessage): IssuerApiAnswer | null {
    return headers.authorization === API_KEY ? null : { status: 401, body: this.errorOf('Invalid API key') }
  }

  protected errorOf(message: string): object {
    return { debugging_request_id: randomUUID(), message }
  }

  protected callOf(request: IncomingMessage, url: URL, text: string): LithicRequest {
    return {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      key: request.headers['idempotency-key']?.toString(),
      body: (text === '' ? {} : JSON.parse(text)) as LithicJson,
    }
  }

  protected async perform(call: LithicRequest): Promise<IssuerApiAnswer> {
    const described = PATHS.find(([pattern]) => pattern.test(call.path))?.[1] ?? call.path
    const refusal = lithicRequestRefusal(described, call)
    if (refusal !== null) return this.refused(refusal)
    const answer = await this.answerTo(described, call)
    if (answer.status < 300) assertLithicReply(described, call.method, answer.body)
    return answer
  }

  /** Answers a request to Lithic. `described` is the request's path in Lithic's own description of the API. */
  protected async answerTo(described: string, { method, path, query, body }: LithicRequest): Promise<IssuerApiAnswer> {
    const [, , , id = '', action] = path.split('/')
    if (path.startsWith('/v1/simulate/')) {
      return { status: 201, body: { debugging_request_id: randomUUID(), ...(await this.simulate(id, body)) } }
    }
    if (path.startsWith('/v1/three_ds_')) return this.authentication(path, body)
    if (described === '/v1/transactions') {
      const { begin = '' } = query
      const begun = this.transactions().filter(({ created }) => (created as string) > begin)
      return done(pageOf(begun, query))
    }
    if (described === '/v1/cards' && method === 'POST') return done(this.newCard(body))
    if (described === '/v1/cards') {
      const { memo = '' } = query
      return done(
        pageOf(this.cards.filter((card) => (card['memo'] as string).includes(memo)).toReversed(), query, true),
      )
    }
    if (described === '/v1/transactions/{transaction_token}')
      return done(this.transactions().find(({ token }) => token === id) ?? {})
    const card = this.cards.find(({ token }) => token === id)
    if (card === undefined) return { status: 404, body: this.errorOf('Card not found') }
    if (action === 'embed') return done({ session: `session-${randomUUID()}` })
    if (card['state'] === 'CLOSED' && body['state'] !== undefined && body['state'] !== 'CLOSED')
      return this.refused('Card is closed')
    const { state } = card
    Object.assign(card, body)
    if (card['state'] !== state) this.changed(card, { state: state as string })
    return done(card)
  }
}

const done = (body: LithicJson): IssuerApiAnswer => ({ status: 200, body: { ...body } })

function pageOf(all: readonly LithicJson[], query: LithicRequest['query'], hidesNumbers = false): LithicJson {
  const { page_size: size = '50', starting_after: after } = query
  const from = after === undefined ? 0 : all.findIndex(({ token }) => token === after) + 1
  const page = all.slice(from, from + Number(size))
  const data = hidesNumbers ? page.map(({ pan: _pan, cvv: _cvv, ...shown }) => shown) : page
  return { data, has_more: from + page.length < all.length }
}
