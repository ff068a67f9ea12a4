import type { Stripe } from 'stripe'
import type { Asked, IssuedPurchase } from '../issuer.ts'
import { authorizationFacts, transactionFact } from './events.ts'
import { sumsOf } from '../fact-sums.ts'
import { type Fields, fieldsOf } from '../read.ts'
import { cardOf } from './read.ts'

const SECOND_MS = 1000

/** Which of a list were begun since then. */
export const begunSince = ({ since }: Asked) => ({ created: { gte: Math.floor(since / SECOND_MS) } })

interface Lists {
  /** Since then. */
  readonly authorizations: AsyncIterable<Stripe.Issuing.Authorization>
  /** Since then, each with its authorization. */
  readonly transactions: AsyncIterable<Stripe.Issuing.Transaction>
  readonly now: number
}

/**
 * Authorizations that were begun since then, and of transactions since then what they belong to. An authorization brings its
 * transactions along, whenever they were.
 */
export async function* purchasesOf({ authorizations, transactions, now }: Lists): AsyncIterable<IssuedPurchase> {
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
  const toldAt = Math.floor(now / SECOND_MS) * SECOND_MS
  const told = { key: `${id}_${toldAt}`, toldAt }
  const { itself, moved } = authorizationFacts(authorization as unknown as Fields, card, told)
  const sums = sumsOf(moved)
  const held = status === 'pending' && itself?.approved === true ? Math.max(0, itself.amount - sums.captured) : 0
  yield { reference: id, card, held, ...sums, facts: itself === null ? moved : [...moved, itself] }
}

function* loose(transaction: Stripe.Issuing.Transaction): Iterable<IssuedPurchase> {
  const card = cardOf(transaction.card)
  const fact = card && transactionFact({ object: fieldsOf(transaction), card })
  if (card === null || fact === null) return
  yield { reference: null, card, held: 0, ...sumsOf([fact]), facts: [fact] }
}
