import type { IssuerCard, IssuerFact, Told } from '../issuer.ts'
import { type Fields, fieldsOf, textOf } from '../read.ts'
import { merchantOf, moneyOf, momentOf, tokenOf } from './read.ts'

/** Who asked for the hold. */
const ASKS = new Set(['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION', 'AUTHORIZATION_ADVICE'])
/** What ends a hold, or a part of it, without a capture. */
const GIVES_BACK = new Set(['AUTHORIZATION_REVERSAL', 'AUTHORIZATION_EXPIRY'])
const MOST_EVENTS = 1000

/**
 * What an event of Lithic tells. `card_transaction.updated` has the whole transaction, with all that has happened to it so far: each of
 * its own events that moved money is told again every time, under its own token.
 */
export function parseEvent(body: unknown): Told {
  const event = fieldsOf(body)
  const token = tokenOf(event['card_token'])
  const card = token === '' ? null : { token, cardId: null }
  if (event['event_type'] === 'card.updated') return { card, facts: [], ...changeOf(event) }
  if (card === null || event['event_type'] !== 'card_transaction.updated') return { card, facts: [] }
  return { card, facts: factsOf(event, card) }
}

/** Lithic does not say who has changed a card. A closed one is closed for good, whoever did it. */
function changeOf({ state }: Fields): Pick<Told, 'status'> {
  if (state === 'CLOSED') return { status: 'closed' }
  return state === 'PAUSED' ? { status: 'unsaid' } : {}
}

interface Happened {
  readonly token: string
  readonly type: string
  readonly isApproved: boolean
  readonly isCredit: boolean
  readonly amount: number
  readonly currency: string
  readonly movesMoney: boolean
  readonly reason: string
  readonly at: number
}

/** What a transaction comes to by now: first its authorization, then each movement of money. */
export function factsOf(transaction: Fields, card: IssuerCard): IssuerFact[] {
  const reference = tokenOf(transaction['token'])
  const happened = eventsOf(transaction)
  if (reference === '' || happened.length === 0) return []
  const merchant = merchantOf(transaction['merchant'])
  const moved = happened.filter(({ movesMoney, isApproved, amount }) => movesMoney && isApproved && amount > 0)
  const holdsNothing = (held(transaction)?.amount ?? 0) === 0
  const lastClearing = moved.findLast(({ isCredit, type }) => !isCredit && type === 'CLEARING')
  const isAuthorized = happened.some(({ type }) => ASKS.has(type))
  const authorization = isAuthorized ? authorizationOf(transaction, { reference, happened, moved }) : null
  const posted = moved.map((each) => ({
    card,
    merchant,
    currency: each.currency,
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
  readonly happened: readonly Happened[]
  readonly moved: readonly Happened[]
}

/**
 * What is held, what is captured of it included. Null where the last that happened to the hold is its capture: that says it. Of two that
 * are told of the same moment, the one that more has happened in is later.
 */
function authorizationOf(transaction: Fields, { reference, happened, moved }: History) {
  const last = happened.at(-1) as Happened
  const now = held(transaction)
  const base = {
    kind: 'authorization' as const,
    key: `${last.token} ${textOf(transaction['status'])}`.slice(0, 160),
    reference,
    asOf: Math.max(...happened.map(({ at }) => at)) + happened.length,
  }
  if (transaction['status'] === 'DECLINED') {
    const { amount, currency, reason } = last
    return { ...base, approved: false, amount, currency, reason }
  }
  const captured = moved.filter(({ isCredit }) => !isCredit).reduce((sum, { amount }) => sum + amount, 0)
  const isOver = captured > 0 && now?.amount === 0 && !GIVES_BACK.has(last.type)
  if (now === null || isOver || !happened.some(({ isApproved }) => isApproved)) return null
  return { ...base, approved: true, amount: now.amount + captured, currency: now.currency, reason: last.reason }
}

/** In the currency of the settlement, whatever its sign. */
function held(transaction: Fields): { amount: number; currency: string } | null {
  const money = moneyOf(fieldsOf(transaction['amounts'])['hold'])
  return money && { ...money, amount: Math.abs(money.amount) }
}

const eventsOf = ({ events }: Fields): Happened[] =>
  Array.isArray(events)
    ? events
        .slice(-MOST_EVENTS)
        .map((each) => happenedOf(fieldsOf(each)))
        .filter((each) => each !== null)
        .toSorted((one, other) => one.at - other.at)
    : []

/** It moves money where it has an amount of settlement. */
function happenedOf(event: Fields): Happened | null {
  const { cardholder, settlement } = fieldsOf(event['amounts'])
  const [token, money, settled] = [tokenOf(event['token']), moneyOf(cardholder), moneyOf(settlement)]
  const shown = settled ?? money
  if (token === '' || shown === null) return null
  const results = Array.isArray(event['detailed_results']) ? event['detailed_results'].map(textOf) : []
  return {
    token,
    type: textOf(event['type']),
    isApproved: event['result'] === 'APPROVED',
    isCredit: event['effective_polarity'] === 'CREDIT',
    amount: Math.abs(shown.amount),
    currency: shown.currency,
    movesMoney: settled !== null,
    reason: (results.find((each) => each !== 'APPROVED') ?? textOf(event['result'])).toLowerCase().slice(0, 64),
    at: momentOf(event['created']),
  }
}
