import type { IssuerCardStatus, IssuerCard, IssuerFact, IssuerEvent } from '../issuer.ts'
import { capturedAndRefundedSums } from '../fact-sums.ts'
import { issuerCentsOf, currencyCodeOf, type IssuerJsonObject, issuerJsonObjectOrEmpty, textOrEmpty } from '../read.ts'
import { stripeCardOf, stripeIdOf, stripeMerchantMoney, stripeMerchant, stripeModeOf, stripeTime } from './read.ts'

/** Reads an event of Stripe. Unknown types and states have no facts. */
export function parseStripeEvent(body: unknown): IssuerEvent {
  const event = issuerJsonObjectOrEmpty(body)
  return { ...readEvent(event), ...stripeModeOf(event) }
}

function readEvent(event: IssuerJsonObject): IssuerEvent {
  const object = issuerJsonObjectOrEmpty(issuerJsonObjectOrEmpty(event['data'])['object'])
  const type = textOrEmpty(event['type'])
  if (type.startsWith('issuing_card.')) return { ...cardEvent(event, object), facts: [] }
  const card = stripeCardOf(object['card'])
  if (card === null) return { card, facts: [] }
  return { card, facts: parsers[type]?.({ event, object, card }) ?? [] }
}

/**
 * The status change that an event about a card reports. Changes that Purser itself requested are left out: Stripe
 * returns their idempotency key, which begins with the card's id. Events in which something other than the status
 * changed are left out, too: the status in them may come from a stop of the account, which has frozen the card at
 * Stripe only.
 */
function cardEvent(event: IssuerJsonObject, object: IssuerJsonObject): Omit<IssuerEvent, 'facts'> {
  const card = stripeCardOf(object)
  const status = stripeCardStatuses[textOrEmpty(object['status'])]
  const askedBy = textOrEmpty(issuerJsonObjectOrEmpty(event['request'])['idempotency_key'])
  const isOwn = card?.cardId != null && askedBy.startsWith(card.cardId)
  const { previous_attributes: before } = issuerJsonObjectOrEmpty(event['data'])
  const isOther = before !== undefined && !('status' in issuerJsonObjectOrEmpty(before))
  return { card, ...(status === undefined || isOwn || isOther ? {} : { status }) }
}

export const stripeCardStatuses: Readonly<Record<string, IssuerCardStatus>> = {
  active: 'active',
  inactive: 'frozen',
  canceled: 'closed',
}

/** The most transactions of one authorization that are read. */
const MOST_TRANSACTIONS = 200

interface About {
  readonly event: IssuerJsonObject
  readonly object: IssuerJsonObject
  readonly card: IssuerCard
}

interface EventOrigin {
  readonly key: string
  readonly eventAt: number
  /** Whether the event is the first one about the authorization. */
  readonly isFirst?: boolean
}

const authorization = ({ event, object, card }: About): readonly IssuerFact[] => {
  const isFirst = event['type'] === 'issuing_authorization.created'
  const origin = { key: stripeIdOf(event['id']), eventAt: stripeTime(event['created']), isFirst }
  const { itself, moved } = stripeAuthorizationFacts(object, card, origin)
  // Stripe's authorization is closed, and the event has no capture. The capture that closed the authorization may have an event of its own.
  const lacksCapture = object['status'] === 'closed' && object['approved'] === true && moved.length === 0
  return itself === null || lacksCapture ? moved : [...moved, itself]
}

/**
 * Returns two kinds of Stripe's facts: `itself` is about the state of an authorization at an event (null where the state cannot be
 * determined), `moved` are about the money that the authorization moved, captures first.
 */
export function stripeAuthorizationFacts(object: IssuerJsonObject, card: IssuerCard, origin: EventOrigin) {
  const { status, transactions } = object
  const listed = Array.isArray(transactions)
    ? transactions.slice(0, MOST_TRANSACTIONS).map(issuerJsonObjectOrEmpty)
    : []
  const isFinal = status !== 'pending' // while an authorization is pending, its rest is held and further captures may follow
  const moved = listed.flatMap((each) => stripeTransactionFact({ object: each, card }, isFinal) ?? [])
  const captures = moved.filter(({ kind }) => kind === 'capture')
  const credits = moved.filter(({ kind }) => kind === 'credit')
  const { captured } = capturedAndRefundedSums(captures)
  return { itself: authorizationFact(object, card, { ...origin, captured }), moved: [...captures, ...credits] }
}

function authorizationFact(
  object: IssuerJsonObject,
  card: IssuerCard,
  { key, eventAt, isFirst = false, captured }: EventOrigin & { captured: number },
): AuthorizationFact | null {
  const reference = stripeIdOf(object['id'])
  const now = stateOf(object, captured)
  if (key === '' || reference === '' || now === null) return null
  const history = historyOf(object)
  // Two of Stripe's reports about an authorization may have the same second. The later report then has more history and transactions, or
  // else a later stage: 0 is the first report, 1 a pending authorization, 2 an authorization that is over.
  const happened = history.length + (Array.isArray(object['transactions']) ? object['transactions'].length : 0)
  const stage = object['status'] !== 'pending' ? 2 : isFirst ? 0 : 1
  return {
    ...shared(object, card),
    kind: 'authorization',
    key,
    reference,
    ...now,
    captured,
    reason: textOrEmpty(history.at(-1)?.['reason']).slice(0, 64),
    asOf: eventAt + Math.min(happened, 300) * 3 + stage,
  }
}

/**
 * The cents that an authorization holds, captured cents included. For a declined authorization: the cents of its last request. Stripe's
 * status `closed` means that the authorization was captured and holds nothing any more, or that it was declined.
 */
function stateOf(object: IssuerJsonObject, captured: number): { approved: boolean; amount: number } | null {
  const { status, approved } = object
  if (approved === true && status === 'closed') return held(captured)
  if (approved === true && status === 'pending') return held(issuerCentsOf(object['amount']))
  if (approved === true && (status === 'reversed' || status === 'expired')) return held(0)
  const requested = issuerCentsOf(historyOf(object).at(-1)?.['amount'])
  return approved === false && status === 'closed' && requested !== null ? { approved: false, amount: requested } : null
}

const held = (amount: number | null) => (amount === null ? null : { approved: true, amount })

const historyOf = ({ request_history: history }: IssuerJsonObject): IssuerJsonObject[] =>
  Array.isArray(history) ? history.slice(-1000).map(issuerJsonObjectOrEmpty) : []

type AuthorizationFact = Extract<IssuerFact, { kind: 'authorization' }>
type MovedFact = Extract<IssuerFact, { kind: 'capture' | 'credit' }>

/** The fact about a capture or refund. Its key is Stripe's transaction id, so that it counts once although several events repeat it. */
export function stripeTransactionFact(
  { object, card }: Pick<About, 'object' | 'card'>,
  isFinal = true,
): MovedFact | null {
  const [key, amount, kind] = [
    stripeIdOf(object['id']),
    issuerCentsOf(object['amount']),
    kinds[textOrEmpty(object['type'])],
  ]
  if (key === '' || amount === null || amount === 0 || kind === undefined) return null
  const reference = object['authorization']
  const of = stripeIdOf(typeof reference === 'string' ? reference : issuerJsonObjectOrEmpty(reference)['id'])
  return { ...shared(object, card), kind, key, reference: of === '' ? null : of, amount, isFinal }
}

const kinds: Readonly<Record<string, 'capture' | 'credit'>> = { capture: 'capture', refund: 'credit' }

const shared = (object: IssuerJsonObject, card: IssuerCard) => ({
  card,
  merchant: stripeMerchant(object['merchant_data']),
  currency: currencyCodeOf(object['currency']),
  ...stripeMerchantMoney(object, currencyCodeOf(object['currency'])),
})

const transaction = (about: About): readonly IssuerFact[] => {
  const fact = stripeTransactionFact(about)
  return fact === null ? [] : [fact]
}

const parsers: Readonly<Record<string, (about: About) => readonly IssuerFact[]>> = {
  'issuing_authorization.created': authorization,
  'issuing_authorization.updated': authorization,
  'issuing_transaction.created': transaction,
}
