import { Stripe } from 'stripe'
import {
  ISSUER_CALL_TIMEOUT_MS,
  type IssuerCardInput,
  type CardholderInput,
  type IssuedCard,
  IssuerBusy,
  IssuerRefusal,
  IssuerUnavailable,
  type IssuerApiCalls,
  type IssuerApiOptions,
} from '../issuer.ts'
import type { IssuerCoarseLimits } from '../../domain/decision/coarse-limits.ts'
import { assertPresent } from '../../lib/assert.ts'
import { issuerCardNumberOf } from '../card-number.ts'
import { stripeCardStatuses } from './events.ts'
import { retryBusyIssuer, type BusyIssuerRetry, retryAfterMs } from '../backoff.ts'
import { stripeCreatedSince, stripePurchases } from './purchases.ts'
import { stripeCardOf } from './read.ts'

/** HTTP statuses that Stripe would answer to a repeated call, too: the request is wrong, or its object does not exist. */
const FINAL = new Set([400, 402, 404])
/** By how many milliseconds Stripe's clock and Purser's may differ. */
const SLACK_MS = 60 * 60 * 1000

const statusThere = { active: 'active', frozen: 'inactive', closed: 'canceled' } as const

/**
 * Connects to Stripe Issuing through Stripe's own library. Only requests for pages of lists are retried here; all other calls are retried
 * by the queue of calls.
 */
export function connectStripe({ key, url, fetch, wait }: IssuerApiOptions): Promise<IssuerApiCalls> {
  const stripe = new Stripe(key, {
    host: url.hostname,
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port,
    protocol: url.protocol === 'https:' ? 'https' : 'http',
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: 0,
    timeout: ISSUER_CALL_TIMEOUT_MS,
    telemetry: false,
  })
  const { cards, cardholders, authorizations, transactions } = stripe.issuing
  return Promise.resolve({
    lists: {
      listCards: () => issuedCards(listed(retryBusyIssuer(wait), (page) => cards.list(page))),
      listPurchases: (range) => {
        const [retry, recent] = [retryBusyIssuer(wait), stripeCreatedSince(range)]
        return stripePurchases({
          authorizations: listed(retry, (page) => authorizations.list({ ...page, ...recent })),
          transactions: listed(retry, (page) =>
            transactions.list({ ...page, ...recent, expand: ['data.authorization'] }),
          ),
          now: range.now,
        })
      },
    },
    createHolder: (holder, idempotencyKey) =>
      explaining(async () => (await cardholders.create(holderParams(holder), { idempotencyKey })).id),
    findHolder: (holder, since) =>
      explaining(async () => {
        const created = { gte: Math.floor((since - SLACK_MS) / 1000) }
        for await (const { id, metadata } of cardholders.list({ created, limit: 100 }))
          if (metadata['purser_customer'] === holder.customerId) return id
        return null
      }),
    createCard: (card, idempotencyKey) =>
      explaining(async () => issuedCard(await cards.create(cardParams(card), { idempotencyKey }))),
    findCard: ({ cardId, holder }) =>
      explaining(async () => {
        for await (const card of cards.list({ cardholder: holderOf(holder), limit: 100 }))
          if (card.metadata['purser_card'] === cardId) return issuedCard(card)
        return null
      }),
    readCard: (token) => explaining(async () => issuedCard(await cards.retrieve(token))),
    setLimits: (token, limits, idempotencyKey) =>
      explaining(async () => {
        await cards.update(token, { spending_controls: { spending_limits: limitsThere(limits) } }, { idempotencyKey })
      }),
    readNumber: (token) =>
      explaining(async () => {
        const { number, cvc, exp_month, exp_year } = await cards.retrieve(token, { expand: ['number', 'cvc'] })
        return issuerCardNumberOf({ pan: number, cvv: cvc, month: exp_month, year: exp_year })
      }),
    openSession: (token, { nonce = '' }) =>
      explaining(async () => {
        const made = await stripe.ephemeralKeys.create(
          { issuing_card: token, nonce },
          { apiVersion: Stripe.API_VERSION },
        )
        return { secret: made.secret ?? '', expiresAt: made.expires * 1000 }
      }),
    setStatus: (token, status, idempotencyKey) =>
      explaining(async () => {
        await cards.update(token, { status: statusThere[status] }, { idempotencyKey })
      }),
  })
}

/** The largest amount that Stripe accepts as a limit, cents. */
const MOST_CENTS = 99_999_999

const intervals = {
  perAuth: 'per_authorization',
  perDay: 'daily',
  perWeek: 'weekly',
  perMonth: 'monthly',
  total: 'all_time',
} as const

const windows = Object.keys(intervals) as (keyof typeof intervals)[]

/**
 * The spending limits of a card at Stripe. They always have a daily limit, because Stripe gives a card without one a default daily limit.
 */
function limitsThere(limits: IssuerCoarseLimits): Stripe.Issuing.CardUpdateParams.SpendingControls.SpendingLimit[] {
  const { perDay = MOST_CENTS, ...others } = limits
  return windows.flatMap((window) => {
    const limit = { ...others, perDay: Math.min(perDay, MOST_CENTS) }[window]
    return limit === undefined || limit > MOST_CENTS
      ? []
      : [{ amount: Math.max(1, limit), interval: intervals[window] }]
  })
}

async function explaining<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof IssuerRefusal ? error : explained(error)
  }
}

interface Page {
  readonly limit: number
  readonly starting_after?: string
}

/** All items of a Stripe list, read page by page. */
async function* listed<T extends { id: string }>(
  retry: BusyIssuerRetry,
  read: (page: Page) => Promise<Stripe.ApiList<T>>,
): AsyncIterable<T> {
  for (let page: Page = { limit: 100 }; ;) {
    const current = page
    const { data, has_more: hasMore } = await retry(() => explaining(() => read(current)))
    yield* data
    const last = data.at(-1)?.id
    if (!hasMore || last === undefined) return
    page = { ...page, starting_after: last }
  }
}

async function* issuedCards(cards: AsyncIterable<Stripe.Issuing.Card>): AsyncIterable<IssuedCard> {
  for await (const card of cards) yield issuedCard(card)
}

function explained(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeRateLimitError)
    return new IssuerBusy(error.message, retryAfterMs(error.headers?.['retry-after']), { cause: error })
  if (error instanceof Stripe.errors.StripeError && FINAL.has(error.statusCode ?? 0))
    return new IssuerRefusal(error.message, { cause: error })
  if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 500) >= 500)
    return new IssuerUnavailable((error as Error).message, { cause: error })
  return error
}

const holderOf = (holder: string | null): string => assertPresent(holder, 'Stripe wants holders')

const cardParams = ({ cardId, currency, holder, status }: IssuerCardInput): Stripe.Issuing.CardCreateParams => ({
  cardholder: holderOf(holder),
  currency: currency.toLowerCase(),
  type: 'virtual',
  status: status === 'active' ? 'active' : 'inactive',
  metadata: { purser_card: cardId },
})

const MOST_OF_A_NAME = 24

function holderParams(holder: CardholderInput): Stripe.Issuing.CardholderCreateParams {
  const { customerId, type, name, email, phone, billing } = holder
  const { first, last, business } = name
  const written = business ?? [first, last].filter((word) => word !== undefined).join(' ')
  return {
    name: written.slice(0, MOST_OF_A_NAME).trim(),
    type: type === 'business' ? 'company' : 'individual',
    ...(type === 'consumer' && first !== undefined && last !== undefined
      ? { individual: { first_name: first, last_name: last } }
      : {}),
    ...(email === null ? {} : { email }),
    ...(phone === null ? {} : { phone_number: phone }),
    billing: {
      address: {
        line1: billing.line1,
        ...(billing.line2 === undefined ? {} : { line2: billing.line2 }),
        city: billing.city,
        ...(billing.state === undefined ? {} : { state: billing.state }),
        postal_code: billing.postalCode,
        country: billing.country,
      },
    },
    metadata: { purser_customer: customerId },
  }
}

function issuedCard(card: Stripe.Issuing.Card): IssuedCard {
  return {
    token: card.id,
    cardId: stripeCardOf(card)?.cardId ?? null,
    status: stripeCardStatuses[card.status] ?? 'frozen',
    last4: card.last4,
    expMonth: String(card.exp_month).padStart(2, '0'),
    expYear: String(card.exp_year),
  }
}
