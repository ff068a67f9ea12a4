import { createHash } from 'node:crypto'
import type { IssuerCoarseLimits } from '../../domain/decision/coarse-limits.ts'
import {
  ISSUER_CALL_TIMEOUT_MS,
  type IssuerCardStatus,
  type IssuedCard,
  IssuerBusy,
  IssuerRefusal,
  IssuerUnavailable,
  type IssuerApiCalls,
  type IssuerApiOptions,
} from '../issuer.ts'
import { issuerCardNumberOf } from '../card-number.ts'
import { cardIdInMetadata, type IssuerJsonObject, issuerJsonObjectOrEmpty, textOrEmpty } from '../read.ts'
import { retryBusyIssuer, type BusyIssuerRetry, retryAfterMs } from '../backoff.ts'
import { lithicPurchases, lithicTransactionsSince } from './purchases.ts'
import { lithicTokenOf } from './read.ts'

/** HTTP statuses that Lithic would answer to a repeated call, too: the request is wrong, or its object does not exist. */
const FINAL = new Set([400, 404, 422])
const PAGE_SIZE = 100

const statesThere = { active: 'OPEN', frozen: 'PAUSED', closed: 'CLOSED' } as const
const statusesHere: Readonly<Record<string, IssuerCardStatus>> = { OPEN: 'active', PAUSED: 'frozen', CLOSED: 'closed' }

interface LithicCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: object
  /** The idempotency key of a call to Lithic: a repeated call with the same key has no second effect. */
  readonly key?: string
}

type SendCall = (call: LithicCall) => Promise<IssuerJsonObject>

/** Connects to Lithic's JSON API. The connection repeats only pages of listings; all other calls are repeated by the queue of calls. */
export function connectLithic(options: IssuerApiOptions): Promise<IssuerApiCalls> {
  const ask: SendCall = (call) => send(options, call)
  const retrying = () => withRetry(ask, retryBusyIssuer(options.wait))
  return Promise.resolve({
    lists: {
      listCards: () => listedCards(retrying()),
      listPurchases: (range) =>
        lithicPurchases(listed(retrying(), '/v1/transactions', lithicTransactionsSince(range)), range),
    },
    createCard: async ({ cardId, status }, key) => {
      const state = status === 'active' ? 'OPEN' : 'PAUSED'
      const body = { type: 'VIRTUAL', memo: cardId, state }
      return issuedCard(await ask({ method: 'POST', path: '/v1/cards', body, key }))
    },
    findCard: ({ cardId }) => findCard(ask, cardId),
    readCard: async (token) => issuedCard(await ask({ method: 'GET', path: `/v1/cards/${token}` })),
    setStatus: async (token, status) => {
      await ask({ method: 'PATCH', path: `/v1/cards/${token}`, body: { state: statesThere[status] } })
    },
    setLimits: async (token, limits) => {
      await ask({ method: 'PATCH', path: `/v1/cards/${token}`, body: limitThere(limits) })
    },
    answerChallenge: async (token, answer, key) => {
      const body = { token, challenge_response: answer === 'approve' ? 'APPROVE' : 'DECLINE_BY_CUSTOMER' }
      await ask({ method: 'POST', path: '/v1/three_ds_decisioning/challenge_response', body, key })
    },
    readNumber: async (token) => {
      const { pan, cvv, exp_month: month, exp_year: year } = await ask({ method: 'GET', path: `/v1/cards/${token}` })
      return issuerCardNumberOf({ pan, cvv, month, year })
    },
    openSession: async (token, { origin, until }) => {
      const expiration = Math.floor(until / 1000)
      const body = { type: 'CARD_EMBED', target_origin: origin, expiration }
      const { session } = await ask({ method: 'POST', path: `/v1/cards/${token}/embed`, body })
      return { secret: textOrEmpty(session), expiresAt: expiration * 1000 }
    },
  })
}

const withRetry =
  (ask: SendCall, retry: BusyIssuerRetry): SendCall =>
  (call) =>
    retry(() => ask(call))

/** Finds a card by its memo. Lithic also returns cards whose memo contains the text. */
async function findCard(ask: SendCall, cardId: string): Promise<IssuedCard | null> {
  for await (const card of listed(ask, '/v1/cards', { memo: cardId }))
    if (card['memo'] === cardId) return issuedCard(card)
  return null
}

/** All items of a Lithic list, read page by page. */
async function* listed(
  ask: SendCall,
  path: string,
  filters: Readonly<Record<string, string>> = {},
): AsyncIterable<IssuerJsonObject> {
  for (let after = ''; ;) {
    const query = new URLSearchParams({ ...filters, page_size: String(PAGE_SIZE) })
    if (after !== '') query.set('starting_after', after)
    const { data, has_more: hasMore } = await ask({ method: 'GET', path: `${path}?${query.toString()}` })
    if (!Array.isArray(data)) throw new IssuerUnavailable('Lithic answered something that is no list.')
    const page = data.map(issuerJsonObjectOrEmpty)
    yield* page
    after = lithicTokenOf(page.at(-1)?.['token'])
    if (hasMore !== true || after === '') return
  }
}

async function* listedCards(ask: SendCall): AsyncIterable<IssuedCard> {
  for await (const card of listed(ask, '/v1/cards')) yield issuedCard(card)
}

/**
 * Makes the limit of a card at Lithic, which keeps only one limit for a card. The limit for each purchase is preferred, because it is
 * exact. A card without that limit gets its monthly limit, although Lithic's month ends six days early. A card that has neither gets its
 * total limit. 0 means no limit.
 */
function limitThere({ perAuth, perMonth, total }: IssuerCoarseLimits): object {
  const [limit, duration] =
    perAuth !== undefined
      ? [perAuth, 'TRANSACTION']
      : perMonth !== undefined
        ? [perMonth, 'MONTHLY']
        : [total, 'FOREVER']
  return { spend_limit: limit === undefined ? 0 : Math.max(1, limit), spend_limit_duration: duration }
}

async function send({ key: apiKey, url, fetch }: IssuerApiOptions, call: LithicCall): Promise<IssuerJsonObject> {
  const { method, path, body, key } = call
  const headers = {
    accept: 'application/json',
    authorization: apiKey,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': uuidOfIdempotencyKey(key) }),
  }
  const signal = AbortSignal.timeout(ISSUER_CALL_TIMEOUT_MS)
  const sent = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const answer = await fetch(new URL(path, url), sent)
    .then(async (heard) => ({
      status: heard.status,
      retryAfterMs: retryAfterMs(heard.headers.get('retry-after')),
      text: await heard.text(),
    }))
    .catch((error: unknown) => {
      throw new IssuerUnavailable((error as Error).message, { cause: error })
    })
  if (answer.status === 200) return issuerJsonObjectOrEmpty(jsonOf(answer.text))
  const message = messageOf(answer)
  if (FINAL.has(answer.status)) throw new IssuerRefusal(message)
  if (answer.status === 429) throw new IssuerBusy(message, answer.retryAfterMs)
  throw answer.status >= 500 ? new IssuerUnavailable(message) : new Error(message)
}

function messageOf({ status, text }: { status: number; text: string }): string {
  const { message, error } = issuerJsonObjectOrEmpty(jsonOf(text))
  return textOrEmpty(message) || textOrEmpty(error) || `Lithic answered ${status}.`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/**
 * The UUID for an idempotency key (version 8 of RFC 9562, from a hash), because Lithic accepts only UUIDs. The same key always gives the
 * same UUID.
 */
export function uuidOfIdempotencyKey(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Reads a card of Lithic. It keeps only these fields, because Lithic's answer also has the card number where the caller may see it. */
function issuedCard(card: IssuerJsonObject): IssuedCard {
  const { token, memo, state, last_four: last4, exp_month: expMonth, exp_year: expYear } = card
  if (lithicTokenOf(token) === '' || textOrEmpty(last4) === '')
    throw new IssuerUnavailable('Lithic answered something that is no card.')
  return {
    token: lithicTokenOf(token),
    cardId: cardIdInMetadata(memo),
    status: statusesHere[textOrEmpty(state)] ?? 'frozen',
    last4: textOrEmpty(last4),
    expMonth: textOrEmpty(expMonth),
    expYear: textOrEmpty(expYear),
  }
}
