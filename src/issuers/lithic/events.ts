import type { IssuerCard, IssuerFact, IssuerEvent } from '../issuer.ts'
import { type IssuerJsonObject, issuerJsonObjectOrEmpty, type MerchantMoneyField, textOrEmpty } from '../read.ts'
import { parseLithicAuthentication } from './authentication.ts'
import { lithicMerchantMoney, lithicMerchant, lithicMoneyOf, lithicTime, lithicTokenOf } from './read.ts'

/** Types of Lithic's events that request a hold. */
const ASKS = new Set(['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION', 'AUTHORIZATION_ADVICE'])
/** Types of Lithic's events that release a hold, or part of it, without a capture. */
const GIVES_BACK = new Set(['AUTHORIZATION_REVERSAL', 'AUTHORIZATION_EXPIRY'])
const MOST_EVENTS = 1000

/**
 * Reads an event of Lithic. `card_transaction.updated` contains the whole transaction with its history: every earlier
 * event that moved money is repeated each time, under its own token.
 */
export function parseLithicEvent(body: unknown): IssuerEvent {
  const event = issuerJsonObjectOrEmpty(body)
  const authentication = parseLithicAuthentication(event)
  if (authentication !== null && authentication.answerUntil !== null)
    return { card: authentication.card, facts: [], authentication }
  const token = lithicTokenOf(event['card_token'])
  const card = token === '' ? null : { token, cardId: null }
  if (event['event_type'] === 'card.updated') return { card, facts: [], ...changeOf(event) }
  if (card === null || event['event_type'] !== 'card_transaction.updated') return { card, facts: [] }
  return { card, facts: lithicFactsOf(event, card) }
}

/**
 * The status change that an event about a card reports. Lithic does not say who changed the status. For a closed card
 * that does not matter, because it stays closed.
 */
function changeOf({ state }: IssuerJsonObject): Pick<IssuerEvent, 'status'> {
  if (state === 'CLOSED') return { status: 'closed' }
  return state === 'PAUSED' ? { status: 'unsaid' } : {}
}

interface TransactionEvent {
  readonly token: string
  readonly type: string
  readonly isApproved: boolean
  readonly isCredit: boolean
  readonly amount: number
  readonly currency: string
  readonly merchantAsk: MerchantMoneyField
  readonly movesMoney: boolean
  readonly reason: string
  readonly at: number
}

/** The facts of a Lithic transaction so far: first its authorization, then each movement of money. */
export function lithicFactsOf(transaction: IssuerJsonObject, card: IssuerCard): IssuerFact[] {
  const reference = lithicTokenOf(transaction['token'])
  const happened = eventsOf(transaction)
  if (reference === '' || happened.length === 0) return []
  const merchant = lithicMerchant(transaction['merchant'])
  const moved = happened.filter(({ movesMoney, isApproved, amount }) => movesMoney && isApproved && amount > 0)
  const holdsNothing = (held(transaction)?.amount ?? 0) === 0
  const lastClearing = moved.findLast(({ isCredit, type }) => !isCredit && type === 'CLEARING')
  const isAuthorized = happened.some(({ type }) => ASKS.has(type))
  const authorization = isAuthorized ? authorizationOf(transaction, { reference, happened, moved }) : null
  const posted = moved.map((each) => ({
    card,
    merchant,
    currency: each.currency,
    ...each.merchantAsk,
    kind: each.isCredit ? ('credit' as const) : ('capture' as const),
    key: each.token,
    reference: isAuthorized ? reference : null,
    amount: each.amount,
    isFinal: holdsNothing && (each === lastClearing || each.type !== 'CLEARING'),
  }))
  return [...(authorization === null ? [] : [{ card, merchant, ...authorization }]), ...posted]
}

interface History {
  readonly reference: string
  readonly happened: readonly TransactionEvent[]
  readonly moved: readonly TransactionEvent[]
}

/**
 * The fact about a transaction's authorization; its amount includes captured cents. Null: the last event was the capture of the hold, and
 * the fact about that capture says all of it. Of two states of the same time, the one with more events is the later.
 */
function authorizationOf(transaction: IssuerJsonObject, { reference, happened, moved }: History) {
  const last = happened.at(-1) as TransactionEvent
  const now = held(transaction)
  const base = {
    kind: 'authorization' as const,
    key: `${last.token} ${textOrEmpty(transaction['status'])}`.slice(0, 160),
    reference,
    asOf: Math.max(...happened.map(({ at }) => at)) + happened.length,
  }
  if (transaction['status'] === 'DECLINED') {
    const { amount, currency, merchantAsk, reason } = last
    return { ...base, approved: false, amount, currency, ...merchantAsk, reason }
  }
  const captured = moved.filter(({ isCredit }) => !isCredit).reduce((sum, { amount }) => sum + amount, 0)
  const isOver = captured > 0 && now?.amount === 0 && !GIVES_BACK.has(last.type)
  if (now === null || isOver || !happened.some(({ isApproved }) => isApproved)) return null
  const { currency } = now
  const merchantAsk = lithicMerchantMoney(issuerJsonObjectOrEmpty(transaction['amounts']), currency)
  return { ...base, approved: true, amount: now.amount + captured, currency, ...merchantAsk, reason: last.reason }
}

/** The amount that a Lithic transaction holds, without its sign, with its currency. Null: the transaction does not say. */
function held(transaction: IssuerJsonObject): { amount: number; currency: string } | null {
  const money = lithicMoneyOf(issuerJsonObjectOrEmpty(transaction['amounts'])['hold'])
  return money && { ...money, amount: Math.abs(money.amount) }
}

const eventsOf = ({ events }: IssuerJsonObject): TransactionEvent[] =>
  Array.isArray(events)
    ? events
        .slice(-MOST_EVENTS)
        .map((each) => happenedOf(issuerJsonObjectOrEmpty(each)))
        .filter((each) => each !== null)
        .toSorted((one, other) => one.at - other.at)
    : []

/** Reads one event of a Lithic transaction. The event moves money where it has a settlement amount. */
function happenedOf(event: IssuerJsonObject): TransactionEvent | null {
  const { cardholder, settlement } = issuerJsonObjectOrEmpty(event['amounts'])
  const [token, money, settled] = [lithicTokenOf(event['token']), lithicMoneyOf(cardholder), lithicMoneyOf(settlement)]
  const shown = settled ?? money
  if (token === '' || shown === null) return null
  const results = Array.isArray(event['detailed_results']) ? event['detailed_results'].map(textOrEmpty) : []
  return {
    token,
    type: textOrEmpty(event['type']),
    isApproved: event['result'] === 'APPROVED',
    isCredit: event['effective_polarity'] === 'CREDIT',
    amount: Math.abs(shown.amount),
    currency: shown.currency,
    merchantAsk: lithicMerchantMoney(issuerJsonObjectOrEmpty(event['amounts']), shown.currency),
    movesMoney: settled !== null,
    reason: (results.find((each) => each !== 'APPROVED') ?? textOrEmpty(event['result'])).toLowerCase().slice(0, 64),
    at: lithicTime(event['created']),
  }
}
