import type { Stripe } from 'stripe'
import type { PurchaseRange, IssuedPurchase } from '../issuer.ts'
import { authorizationFacts, transactionFact } from './events.ts'
import { movedSums } from '../fact-sums.ts'
import { type IssuerFields, fieldsOrEmpty } from '../read.ts'
import { cardOf } from './read.ts'

const SECOND_MS = 1000

/** The filter for objects of Stripe that were created since the start of the range. */
export const begunSince = ({ since }: PurchaseRange) => ({ created: { gte: Math.floor(since / SECOND_MS) } })

interface Lists {
  /** Authorizations of Stripe that were created in the range. */
  readonly authorizations: AsyncIterable<Stripe.Issuing.Authorization>
  /** Transactions of Stripe that were created in the range, each with its authorization. */
  readonly transactions: AsyncIterable<Stripe.Issuing.Transaction>
  readonly now: number
}

/**
 * Finds the purchases of a range: the authorizations that were created in it, and those to which transactions of the range belong. An
 * authorization contains all of its transactions, whenever they were made.
 */
export async function* stripePurchases({ authorizations, transactions, now }: Lists): AsyncIterable<IssuedPurchase> {
  const seen = new Set<string>()
  for await (const authorization of authorizations) {
    seen.add(authorization.id)
    yield* authorized(authorization, now)
  }
  for await (const transaction of transactions) {
    const { authorization } = transaction
    if (authorization === null) yield* loose(transaction)
    if (authorization === null || typeof authorization === 'string' || seen.has(authorization.id)) continue
    seen.add(authorization.id)
    yield* authorized(authorization, now)
  }
}

function* authorized(authorization: Stripe.Issuing.Authorization, now: number): Iterable<IssuedPurchase> {
  const card = cardOf(authorization.card)
  if (card === null) return
  const { id, status } = authorization
  const eventAt = Math.floor(now / SECOND_MS) * SECOND_MS
  const origin = { key: `${id}_${eventAt}`, eventAt }
  const { itself, moved } = authorizationFacts(authorization as unknown as IssuerFields, card, origin)
  const sums = movedSums(moved)
  const held = status === 'pending' && itself?.approved === true ? Math.max(0, itself.amount - sums.captured) : 0
  yield { reference: id, card, held, ...sums, facts: itself === null ? moved : [...moved, itself] }
}

function* loose(transaction: Stripe.Issuing.Transaction): Iterable<IssuedPurchase> {
  const card = cardOf(transaction.card)
  const fact = card && transactionFact({ object: fieldsOrEmpty(transaction), card })
  if (card === null || fact === null) return
  yield { reference: null, card, held: 0, ...movedSums([fact]), facts: [fact] }
}
