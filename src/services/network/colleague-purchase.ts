import type { ColleaguePurchase } from '../../contract/decisions.ts'
import type { SpendingSubject } from '../../domain/entities.ts'
import { type ComparedPurchase, isSamePurchase } from '../../domain/intents/same-purchase.ts'
import { DAY_MS, isoTimestamp } from '../../lib/clock.ts'
import { findIntent } from '../../store/intents/intents.ts'
import { type ListedTransaction, listNamedTransactions } from '../../store/transactions/transactions.ts'
import type { ReadOperationContext } from '../request/context.ts'
import { isChargePaid } from './paid-charge.ts'

/** How long a purchase counts for the other agents of its customer: what one of them bought is mostly needed once in a week. */
const COUNTS_FOR_MS = 7 * DAY_MS
/** How many charges for exactly the purchase's amount are looked at, to find a colleague's. */
const LOOKED_AT = 100

interface Asking {
  readonly subject: SpendingSubject
  readonly purchase: ComparedPurchase
  readonly now: number
}

/**
 * Finds the newest purchase by another agent of the same customer that is the same as an agent's. Undefined: there is none. An agent cannot
 * read its colleagues' transactions, so it is told only what a person would tell: who has bought it, when, for how much and what for.
 */
export async function colleaguesPurchase(
  { db, principal }: ReadOperationContext,
  { subject: { agent, customer }, purchase, now }: Asking,
): Promise<ColleaguePurchase | undefined> {
  const scope = { accountId: principal.accountId, agentId: null }
  const { amount, currency } = purchase
  const page = await listNamedTransactions(db, scope, {
    customerId: customer.id,
    minAmount: amount,
    maxAmount: amount,
    currency,
    summed: 'approved',
    created: { from: now - COUNTS_FOR_MS },
    limit: LOOKED_AT,
    after: null,
  })
  for (const charge of Array.isArray(page) ? page : page.rows) {
    if (charge.agent_id === null || charge.agent_id === agent?.id || !isChargePaid(charge)) continue
    const intent = charge.intent_id === null ? undefined : await findIntent(db, scope, charge.intent_id)
    if (!isSamePurchase(toCompare(charge, intent?.declared, purchase), withoutOwnWords(purchase))) continue
    return {
      agentName: charge.agent_name ?? '',
      amount,
      currency,
      at: isoTimestamp(charge.created_at),
      ...(intent === undefined ? {} : { purpose: intent.declared.purpose }),
    }
  }
  return undefined
}

/** A colleague's charge, for comparison. What only one of both purchases says about items and order number does not part them. */
const toCompare = (
  { merchant, amount, currency }: ListedTransaction,
  declared: Pick<Declared, 'items' | 'merchantOrderId'> = {},
  purchase: ComparedPurchase,
) => ({
  cardId: purchase.cardId,
  merchant: merchant.name ?? '',
  amount,
  currency,
  items: declared.items ?? purchase.items ?? null,
  merchantOrderId: declared.merchantOrderId ?? purchase.merchantOrderId ?? null,
  origin: null,
  reference: null,
  purpose: null,
  isForPerson: false,
})
type Declared = NonNullable<Awaited<ReturnType<typeof findIntent>>>['declared']

/** A purchase without what each agent says in its own way, and without null: items and order number that a purchase lacks part nothing. */
const withoutOwnWords = (purchase: ComparedPurchase): ComparedPurchase => ({
  ...purchase,
  items: purchase.items ?? undefined,
  merchantOrderId: purchase.merchantOrderId ?? undefined,
  origin: undefined,
  reference: undefined,
  purpose: undefined,
})
