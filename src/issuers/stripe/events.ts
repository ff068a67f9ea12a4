import type { CardStatus, IssuerCard, IssuerFact, Told } from '../issuer.ts'
import { sumsOf } from '../fact-sums.ts'
import { centsOf, currencyOf, type Fields, fieldsOf, textOf } from '../read.ts'
import { cardOf, idOf, merchantOf, modeOf, momentOf } from './read.ts'

/** What an event of Stripe tells. Types and states that nobody knows yet tell nothing. */
export function parseEvent(body: unknown): Told {
  const event = fieldsOf(body)
  return { ...toldBy(event), ...modeOf(event) }
}

function toldBy(event: Fields): Told {
  const object = fieldsOf(fieldsOf(event['data'])['object'])
  const type = textOf(event['type'])
  if (type.startsWith('issuing_card.')) return { ...cardTold(event, object), facts: [] }
  const card = cardOf(object['card'])
  if (card === null) return { card, facts: [] }
  return { card, facts: parsers[type]?.({ event, object, card }) ?? [] }
}

/**
 * What Purser has asked for itself is no news: Stripe tells by which key it was asked. Neither is the status where something else was changed:
 * a stop may have frozen the card there.
 */
function cardTold(event: Fields, object: Fields): Omit<Told, 'facts'> {
  const card = cardOf(object)
  const status = cardStatuses[textOf(object['status'])]
  const askedBy = textOf(fieldsOf(event['request'])['idempotency_key'])
  const isOwn = card?.cardId != null && askedBy.startsWith(card.cardId)
  const { previous_attributes: before } = fieldsOf(event['data'])
  const isOther = before !== undefined && !('status' in fieldsOf(before))
  return { card, ...(status === undefined || isOwn || isOther ? {} : { status }) }
}

export const cardStatuses: Readonly<Record<string, CardStatus>> = {
  active: 'active',
  inactive: 'frozen',
  canceled: 'closed',
}

/** More than an authorization has. */
const MOST_TRANSACTIONS = 200

interface About {
  readonly event: Fields
  readonly object: Fields
  readonly card: IssuerCard
}

interface ToldOf {
  readonly key: string
  readonly toldAt: number
  /** Nothing was told of it before. */
  readonly isFirst?: boolean
}

const authorization = ({ event, object, card }: About): readonly IssuerFact[] => {
  const isFirst = event['type'] === 'issuing_authorization.created'
  const told = { key: idOf(event['id']), toldAt: momentOf(event['created']), isFirst }
  const { itself, moved } = authorizationFacts(object, card, told)
  // Closed, and by nothing that has moved: what has is told by itself, and may not be in the event yet.
  const isUntold = object['status'] === 'closed' && object['approved'] === true && moved.length === 0
  return itself === null || isUntold ? moved : [...moved, itself]
}

/** What an authorization comes to by then, and what of it has moved, captures first. Null: nobody knows. */
export function authorizationFacts(object: Fields, card: IssuerCard, told: ToldOf) {
  const { status, transactions } = object
  const listed = Array.isArray(transactions) ? transactions.slice(0, MOST_TRANSACTIONS).map(fieldsOf) : []
  const isFinal = status !== 'pending' // the rest is held, and others may follow
  const moved = listed.flatMap((each) => transactionFact({ object: each, card }, isFinal) ?? [])
  const captures = moved.filter(({ kind }) => kind === 'capture')
  const credits = moved.filter(({ kind }) => kind === 'credit')
  const { captured } = sumsOf(captures)
  return { itself: authorizationFact(object, card, { ...told, captured }), moved: [...captures, ...credits] }
}

function authorizationFact(
  object: Fields,
  card: IssuerCard,
  { key, toldAt, isFirst = false, captured }: ToldOf & { captured: number },
): AuthorizationFact | null {
  const reference = idOf(object['id'])
  const now = stateOf(object, captured)
  if (key === '' || reference === '' || now === null) return null
  const history = historyOf(object)
  // Of two that are told of the same second, the one that more has happened in, that is no longer new, or that is over, is later.
  const happened = history.length + (Array.isArray(object['transactions']) ? object['transactions'].length : 0)
  const stage = object['status'] !== 'pending' ? 2 : isFirst ? 0 : 1
  return {
    ...shared(object, card),
    kind: 'authorization',
    key,
    reference,
    ...now,
    captured,
    reason: textOf(history.at(-1)?.['reason']).slice(0, 64),
    asOf: toldAt + Math.min(happened, 300) * 3 + stage,
  }
}

/**
 * What an authorization holds, with what of it was captured. Closed is one that was captured, of which nothing is held any more, or one that
 * was declined: then its last request says how much was asked.
 */
function stateOf(object: Fields, captured: number): { approved: boolean; amount: number } | null {
  const { status, approved } = object
  if (approved === true && status === 'closed') return held(captured)
  if (approved === true && status === 'pending') return held(centsOf(object['amount']))
  if (approved === true && (status === 'reversed' || status === 'expired')) return held(0)
  const asked = centsOf(historyOf(object).at(-1)?.['amount'])
  return approved === false && status === 'closed' && asked !== null ? { approved: false, amount: asked } : null
}

const held = (amount: number | null) => (amount === null ? null : { approved: true, amount })

const historyOf = ({ request_history: history }: Fields): Fields[] =>
  Array.isArray(history) ? history.slice(-1000).map(fieldsOf) : []

type AuthorizationFact = Extract<IssuerFact, { kind: 'authorization' }>
type MovedFact = Extract<IssuerFact, { kind: 'capture' | 'credit' }>

/** Money that has moved: its id names it, in whatever event it is told. */
export function transactionFact({ object, card }: Pick<About, 'object' | 'card'>, isFinal = true): MovedFact | null {
  const [key, amount, kind] = [idOf(object['id']), centsOf(object['amount']), kinds[textOf(object['type'])]]
  if (key === '' || amount === null || amount === 0 || kind === undefined) return null
  const reference = object['authorization']
  const of = idOf(typeof reference === 'string' ? reference : fieldsOf(reference)['id'])
  return { ...shared(object, card), kind, key, reference: of === '' ? null : of, amount, isFinal }
}

const kinds: Readonly<Record<string, 'capture' | 'credit'>> = { capture: 'capture', refund: 'credit' }

const shared = (object: Fields, card: IssuerCard) => ({
  card,
  merchant: merchantOf(object['merchant_data']),
  currency: currencyOf(object['currency']),
})

const transaction = (about: About): readonly IssuerFact[] => {
  const fact = transactionFact(about)
  return fact === null ? [] : [fact]
}

const parsers: Readonly<Record<string, (about: About) => readonly IssuerFact[]>> = {
  'issuing_authorization.created': authorization,
  'issuing_authorization.updated': authorization,
  'issuing_transaction.created': transaction,
}
