import type { Stripe } from 'stripe'
import type { IssuerPurchaseRange, IssuedPurchase } from '../issuer.ts'
import { stripeAuthorizationFacts, stripeTransactionFact } from './events.ts'
import { capturedAndRefundedSums } from '../fact-sums.ts'
import { type IssuerJsonObject, issuerJsonObjectOrEmpty } from '../read.ts'
import { stripeCardOf } from './read.ts'

const SECOND_MS = 1000

/** The filter for objects of Stripe that were created since the start of the range. */
export const stripeCreatedSince = ({ since }: IssuerPurchaseRange) => ({
  created: { gte: Math.floor(since / SECOND_MS) },
})

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
  const card = stripeCardOf(authorization.card)
  if (card === null) return
  const { id, status } = authorization
  const eventAt = Math.floor(now / SECOND_MS) * SECOND_MS
  const origin = { key: `${id}_${eventAt}`, eventAt }
  const { itself, moved } = stripeAuthorizationFacts(authorization as unknown as IssuerJsonObject, card, origin)
  const sums = capturedAndRefundedSums(moved)
  const held = status === 'pending' && itself?.approved === true ? Math.max(0, itself.amount - sums.captured) : 0
  yield { reference: id, card, held, ...sums, facts: itself === null ? moved : [...moved, itself] }
}

function* loose(transaction: Stripe.Issuing.Transaction): Iterable<IssuedPurchase> {
  const card = stripeCardOf(transaction.card)
  const fact = card && stripeTransactionFact({ object: issuerJsonObjectOrEmpty(transaction), card })
  if (card === null || fact === null) return
  yield { reference: null, card, held: 0, ...capturedAndRefundedSums([fact]), facts: [fact] }
}
