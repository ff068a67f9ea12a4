import type { EvaluateBody, Evaluation } from '../../contract/decisions.ts'
import { compilePolicy } from '../../domain/decision/compiled-policy.ts'
import type { SpendRequest, SpendingSubject } from '../../domain/entities.ts'
import { isIntentWaiting, type IntentState } from '../../domain/intents/intent.ts'
import { type ComparedPurchase, type EarlierPurchase, isSamePurchase } from '../../domain/intents/same-purchase.ts'
import { merchantWhereabouts } from '../../domain/merchant-match/merchant-match.ts'
import { DAY_MS, isoTimestamp } from '../../lib/clock.ts'
import { findIntent, listIntents } from '../../store/intents/intents.ts'
import { findTransaction, type ListedTransaction, listTransactions } from '../../store/transactions/transactions.ts'
import type { ReadOperationContext } from '../request/context.ts'
import { colleaguesPurchase } from './colleague-purchase.ts'
import { isChargePaid } from './paid-charge.ts'
import { rejectedIntent } from './rejected-intent.ts'
import { similarIntent } from './similar-intent.ts'

/** How many of the agent's newest intents and transactions are compared: an agent that repeats a purchase repeats it soon. */
const LOOKED_AT = 100

type Earlier = Pick<Evaluation, 'earlier' | 'similar' | 'rejected' | 'alreadyBoughtBy'>
/** The fields of an evaluation that describe its purchase, beside the amount and the merchant. */
export type DescribedPurchase = {
  readonly [Field in 'items' | 'origin' | 'merchantOrderId' | 'reference' | 'purpose']: EvaluateBody[Field] | undefined
}

interface Asking {
  readonly subject: SpendingSubject
  readonly request: SpendRequest
  readonly said: DescribedPurchase
}

/**
 * Finds out whether a card has already dealt with a purchase: whether an intent for the same purchase waits, and whether an approved
 * transaction of the last 24 hours has paid it. If neither is found, names an intent that is merely similar, and one that a person has
 * rejected. Another agent of the customer that has bought the same is named in any case.
 */
export async function earlierPurchase(context: ReadOperationContext, asking: Asking): Promise<Earlier> {
  const { subject, request } = asking
  const { card, agent } = subject
  const name = request.merchant.name
  if (card === null || name === undefined) return {}
  const levels = agent === null ? { cardId: card.id } : { agentId: agent.id }
  const page = { limit: LOOKED_AT, after: null }
  const [intents, charges] = await Promise.all([
    listIntents(context.db, context.principal, { ...levels, ...page }),
    listTransactions(context.db, context.principal, {
      cardId: card.id,
      ...page,
      created: { from: request.now - DAY_MS },
    }),
  ])
  const purchase = purchaseOf(asking, { cardId: card.id, name })
  const { currency } = subject.customer
  const colleagues = await colleaguesPurchase(context, { subject, purchase, now: request.now })
  const alreadyBoughtBy = colleagues === undefined ? {} : { alreadyBoughtBy: colleagues }
  const isSame = (intent: IntentState) => isSamePurchase(purchaseOfIntent(intent, currency), purchase)
  const same = intents.filter(isSame)
  const waiting = waitingOf(same, request.now)
  const paid =
    (await paidCharge(context, Array.isArray(charges) ? charges : charges.rows, { intents, purchase, currency })) ??
    (await paidBy(context, same, request.now))
  if (waiting === undefined && paid === undefined) {
    const { policy } = compilePolicy(subject)
    const similar = similarIntent(intents, { request, policy, reference: purchase.reference ?? null })
    const rejected = rejectedIntent(intents, request, policy)
    return {
      ...(similar === null ? {} : { similar }),
      ...(rejected === null ? {} : { rejected }),
      ...alreadyBoughtBy,
    }
  }
  return {
    ...alreadyBoughtBy,
    earlier: {
      ...(waiting === undefined ? {} : { intentId: waiting.id, intentStatus: waiting.status as 'pending' }),
      // An intent that was declared after the earlier charge means another purchase.
      ...(paid === undefined || (waiting?.createdAt ?? 0) > paid.created_at
        ? {}
        : { transactionId: paid.id, paidAt: isoTimestamp(paid.created_at) }),
    },
  }
}

/**
 * The purchase of an evaluation, for comparison. With a purpose the evaluation is a whole declaration, so that fields that it leaves out
 * count as empty.
 */
function purchaseOf({ request, said }: Asking, { cardId, name }: { cardId: string; name: string }): ComparedPurchase {
  const { items, origin, merchantOrderId, reference, purpose } = said
  const unsaid = purpose === undefined ? undefined : null
  return {
    cardId,
    merchant: name,
    where: merchantWhereabouts(request.merchant),
    amount: request.amount,
    currency: request.currency,
    items: items ?? unsaid,
    origin: origin ?? unsaid,
    merchantOrderId: merchantOrderId ?? unsaid,
    reference,
    purpose,
  }
}

/** The purchase of an intent, for comparison. An intent that names no merchant or no amount is the same as no other purchase. */
function purchaseOfIntent({ cardId, declared, requiresApproval }: IntentState, currency: string): EarlierPurchase {
  return {
    cardId,
    merchant: declared.expectedMerchant ?? '',
    amount: declared.expectedAmount ?? 0,
    currency: declared.expectedCurrency ?? currency,
    items: declared.items ?? null,
    origin: declared.expectedOrigin ?? null,
    merchantOrderId: declared.merchantOrderId ?? null,
    reference: declared.intentId ?? null,
    purpose: declared.purpose,
    isForPerson: requiresApproval,
  }
}

const nothingSaid = { items: null, origin: null, merchantOrderId: null, reference: null, purpose: null }

/** The intent that still waits for its purchase (`pending`), otherwise one that waits for a person's approval. */
function waitingOf(same: readonly IntentState[], now: number): IntentState | undefined {
  const waiting = same.filter((intent) => isIntentWaiting(intent) && intent.expiresAt > now)
  return waiting.find(({ status }) => status === 'pending') ?? waiting[0]
}

interface Compared {
  readonly intents: readonly IntentState[]
  readonly purchase: ComparedPurchase
  readonly currency: string
}

/**
 * An earlier charge at the purchase's merchant for its amount, unless the charge was declared as another purchase. Undefined: there is
 * none.
 */
async function paidCharge(
  { db, principal }: ReadOperationContext,
  charges: readonly ListedTransaction[],
  { intents, purchase, currency }: Compared,
): Promise<ListedTransaction | undefined> {
  for (const charge of charges) {
    const { merchant, amount, currency: charged, card_id: cardId, intent_id: intentId } = charge
    const taken = { cardId, merchant: merchant.name ?? '', amount, currency: charged }
    const bare = { ...taken, ...nothingSaid, isForPerson: false }
    if (!isChargePaid(charge) || !isSamePurchase(bare, withoutDetails(purchase))) continue
    if (intentId === null) return charge
    const intent = intents.find(({ id }) => id === intentId) ?? (await findIntent(db, principal, intentId))
    if (intent === undefined || isSamePurchase({ ...purchaseOfIntent(intent, currency), ...taken }, purchase))
      return charge
  }
  return undefined
}

/** A purchase without the details that only a declaration has, for comparison with a charge that was not declared. */
const withoutDetails = (purchase: ComparedPurchase): ComparedPurchase => ({
  ...purchase,
  items: undefined,
  origin: undefined,
  merchantOrderId: undefined,
})

/** The transaction of the last 24 hours that paid one of the intents for a purchase, whatever amount the shop charged. */
async function paidBy({ db, principal }: ReadOperationContext, same: readonly IntentState[], now: number) {
  for (const { transactionId: id, matchedAt: at } of same) {
    if (id === null || at === null || at < now - DAY_MS) continue
    const charge = await findTransaction(db, principal, id)
    if (charge !== undefined && isChargePaid(charge)) return charge
  }
  return undefined
}
