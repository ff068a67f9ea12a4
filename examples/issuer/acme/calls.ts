import {
  ISSUER_CALL_TIMEOUT_MS,
  type IssuerCardStatus,
  type IssuedCard,
  type IssuedPurchase,
  IssuerBusy,
  IssuerRefusal,
  IssuerUnavailable,
  type IssuerApiCalls,
  type IssuerApiOptions,
} from '../issuer.ts'
import { retryBusyIssuer, retryAfterMs } from '../backoff.ts'
import { issuerCardNumberOf } from '../card-number.ts'
import { capturedAndRefundedSums } from '../fact-sums.ts'
import {
  cardIdInMetadata,
  issuerCentsOf,
  type IssuerJsonObject,
  issuerJsonObjectOrEmpty,
  textOrEmpty,
} from '../read.ts'
import { acmeFactOf } from './messages.ts'

interface Call {
  readonly method?: 'POST' | 'PATCH'
  readonly path: string
  readonly body?: object
  /** The idempotency key. The example issuer Acme executes a repeated call with the same key only once. */
  readonly key?: string
}

/** Connects to Acme's API. */
export function connectAcme(options: IssuerApiOptions): Promise<IssuerApiCalls> {
  const ask = (call: Call) => send(options, call)
  const change = (token: string, body: object, key: string) =>
    ask({ method: 'PATCH', path: `/cards/${token}`, body, key })
  return Promise.resolve({
    lists: {
      listCards: () => listed(options, '/cards', cardOf),
      listPurchases: ({ since }) => listed(options, `/purchases?since=${since}`, purchaseOf),
    },
    createCard: async ({ cardId, currency, status }, key) =>
      cardOf(await ask({ method: 'POST', path: '/cards', body: { reference: cardId, currency, status }, key })),
    findCard: async ({ cardId }) => {
      for await (const card of listed(options, `/cards?reference=${cardId}`, cardOf)) return card
      return null
    },
    readCard: async (token) => cardOf(await ask({ path: `/cards/${token}` })),
    setStatus: async (token, status, key) => void (await change(token, { status }, key)),
    setLimits: async (token, limits, key) => void (await change(token, { limits }, key)),
    readNumber: async (token) => {
      const { pan, cvv, month, year } = await ask({ path: `/cards/${token}/number` })
      return issuerCardNumberOf({ pan, cvv, month, year })
    },
    openSession: () => Promise.reject(new IssuerRefusal('Acme has no sessions that show a number.')),
  })
}

/** All items of a list of the example issuer Acme, which answers pages of the form `{items, next}`. */
async function* listed<T>(
  options: IssuerApiOptions,
  first: string,
  read: (item: IssuerJsonObject) => T,
): AsyncIterable<T> {
  const retry = retryBusyIssuer(options.wait)
  for (let path = first; path !== '';) {
    const { items, next } = await retry(() => send(options, { path }))
    if (!Array.isArray(items)) throw new IssuerUnavailable('Acme answered something that is no list.')
    for (const item of items) yield read(issuerJsonObjectOrEmpty(item))
    path = textOrEmpty(next)
  }
}

async function send(
  { key: apiKey, url, fetch }: IssuerApiOptions,
  { method, path, body, key }: Call,
): Promise<IssuerJsonObject> {
  const answer = await fetch(new URL(path, url), {
    method: method ?? 'GET',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ISSUER_CALL_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new IssuerUnavailable((error as Error).message, { cause: error })
  })
  const read = issuerJsonObjectOrEmpty(await answer.json().catch(() => null))
  if (answer.ok) return read
  const message = textOrEmpty(read['message']) || `Acme answered ${answer.status}.`
  if (answer.status === 429) throw new IssuerBusy(message, retryAfterMs(answer.headers.get('retry-after')))
  if ([400, 404, 422].includes(answer.status)) throw new IssuerRefusal(message)
  throw answer.status >= 500 ? new IssuerUnavailable(message) : new Error(message)
}

const STATUSES: readonly IssuerCardStatus[] = ['active', 'frozen', 'closed']

function cardOf({ id, reference, status, last4, month, year }: IssuerJsonObject): IssuedCard {
  if (textOrEmpty(id) === '' || textOrEmpty(last4) === '')
    throw new IssuerUnavailable('Acme answered something that is no card.')
  return {
    token: textOrEmpty(id),
    cardId: cardIdInMetadata(reference),
    status: STATUSES.find((each) => each === status) ?? 'frozen',
    last4: textOrEmpty(last4),
    expMonth: textOrEmpty(month),
    expYear: textOrEmpty(year),
  }
}

/** Reads the example issuer Acme's answer `{authorization, card, hold, events}` about a purchase. */
function purchaseOf({ authorization, card: of, hold, events }: IssuerJsonObject): IssuedPurchase {
  const { id, reference } = issuerJsonObjectOrEmpty(of)
  const card = { token: textOrEmpty(id), cardId: cardIdInMetadata(reference) }
  const all = Array.isArray(events) ? events : []
  const facts = all.map((each) => acmeFactOf(issuerJsonObjectOrEmpty(each), card)).filter((fact) => fact !== null)
  return {
    reference: textOrEmpty(authorization) || null,
    card,
    held: issuerCentsOf(hold) ?? 0,
    ...capturedAndRefundedSums(facts),
    facts,
  }
}
