import type { Evaluation } from '../../contract/decisions.ts'
import type { EffectivePolicy } from '../../domain/decision/cascade.ts'
import { compilePolicy } from '../../domain/decision/compiled-policy.ts'
import type { PendingIntent, SpendRequest, Subject } from '../../domain/entities.ts'
import { expectsPurchase } from '../../domain/intents/intent-match.ts'
import { compileMerchant, sameMerchant, whereaboutsOf } from '../../domain/merchant-match/merchant-match.ts'
import { isWaiting } from '../../domain/intents/intent.ts'
import { DAY_MS, timestamp } from '../../lib/clock.ts'
import { type Intent, listIntents } from '../../store/intents/intents.ts'
import { findTransaction, type ListedTransaction, listTransactions } from '../../store/transactions/transactions.ts'
import type { ReadContext } from '../request/context.ts'

/** How many of the agent's newest intents and transactions are compared: an agent that repeats a purchase repeats it soon. */
const LOOKED_AT = 100

type Earlier = NonNullable<Evaluation['earlier']>

interface ComparedPurchase {
  readonly subject: Subject
  readonly request: SpendRequest
  readonly policy: EffectivePolicy['policy']
}

/**
 * Finds the card's waiting intent that fits a purchase, and an approved transaction of the last 24 hours, of any card of the agent, that
 * may have paid the same purchase already. Null where the card has no such intent, or the agent no such transaction.
 */
export async function earlierPurchase(
  context: ReadContext,
  subject: Subject,
  request: SpendRequest,
): Promise<Earlier | null> {
  const { card, agent } = subject
  if (card === null) return null
  const levels = agent === null ? { cardId: card.id } : { agentId: agent.id }
  const purchase = { subject, request, policy: compilePolicy(subject).policy }
  const page = { limit: LOOKED_AT, after: null }
  const [intents, charges] = await Promise.all([
    listIntents(context.db, context.principal, { ...levels, ...page }),
    listTransactions(context.db, context.principal, { ...levels, ...page, createdAfter: request.now - DAY_MS }),
  ])
  const fitting = intents.filter((intent) => fits(intent, purchase))
  const waiting = waitingOf(fitting, purchase)
  const paid =
    (Array.isArray(charges) ? charges : charges.rows).find((charge) => isSame(charge, request)) ??
    (await paidBy(context, fitting, request))
  if (waiting === undefined && paid === undefined) return null
  return {
    ...(waiting === undefined ? {} : { intentId: waiting.id, intentStatus: waiting.status as 'pending' }),
    // An intent that was declared after the earlier charge means another purchase.
    ...(paid === undefined || (waiting?.created_at ?? 0) > paid.created_at
      ? {}
      : { transactionId: paid.id, paidAt: timestamp(paid.created_at) }),
  }
}

/** The card's fitting intent that still waits for its purchase (`pending`), otherwise one that waits for a person's approval. */
function waitingOf(fitting: readonly Intent[], { subject, request }: ComparedPurchase): Intent | undefined {
  const waiting = fitting.filter(
    (intent) => intent.card_id === subject.card?.id && isWaiting(intent) && intent.expires_at > request.now,
  )
  return waiting.find(({ status }) => status === 'pending') ?? waiting[0]
}

/** The paid transaction of a fitting intent that expected exactly `amount`, whatever amount the shop charged. */
async function paidBy({ db, principal }: ReadContext, fitting: readonly Intent[], { now, amount }: SpendRequest) {
  for (const { transaction_id: id, matched_at: at, declared } of fitting) {
    if (id === null || at === null || at < now - DAY_MS || declared.expectedAmount !== amount) continue
    const charge = await findTransaction(db, principal, id)
    if (charge !== undefined && isPaid(charge)) return charge
  }
  return undefined
}

const fits = (intent: Intent, { request, policy }: ComparedPurchase): boolean =>
  intent.declared.expectedMerchant !== undefined &&
  intent.declared.expectedAmount !== undefined &&
  expectsPurchase(comparable(intent), policy, request)

function comparable({ id, declared, ceiling, created_at, expires_at }: Intent): PendingIntent {
  const { tolerance, expectedMccs: _, ...expected } = declared
  return {
    ...expected,
    ...(tolerance === undefined ? {} : { toleranceCents: tolerance }),
    ...(ceiling === null ? {} : { ceiling }),
    id,
    createdAt: created_at,
    expiresAt: expires_at,
  }
}

function isSame(charge: ListedTransaction, { amount, currency, merchant }: SpendRequest): boolean {
  const { name } = charge.merchant
  if (!isPaid(charge) || charge.amount !== amount || charge.currency !== currency) return false
  if (name === undefined || merchant.name === undefined) return false
  return sameMerchant(compileMerchant(merchant.name), compileMerchant(name), whereaboutsOf(merchant))
}

const isPaid = ({ decision, status, settled_amount, refunded_amount }: ListedTransaction): boolean =>
  decision === 'approve' &&
  (status === 'pending' || (status === 'settled' && refunded_amount < Math.max(settled_amount, 1)))
