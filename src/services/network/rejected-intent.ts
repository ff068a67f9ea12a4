import type { RejectedIntent } from '../../contract/decisions.ts'
import type { EffectivePolicy } from '../../domain/decision/cascade.ts'
import type { SpendRequest } from '../../domain/entities.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { compileMerchant, isSameMerchant, merchantWhereabouts } from '../../domain/merchant-match/merchant-match.ts'
import { HOUR_MS, isoTimestamp } from '../../lib/clock.ts'

/**
 * The intent that a person has rejected within `rejectionMemoryHours` of the policy, at the shop of a purchase and for as much or more. Null: there is none. An
 * agent that declares the purchase again in other words is told of the rejection.
 */
export function rejectedIntent(
  intents: readonly IntentState[],
  request: SpendRequest,
  { rejectionMemoryHours }: EffectivePolicy['policy'],
): RejectedIntent | null {
  const since = request.now - rejectionMemoryHours * HOUR_MS
  const rejected = intents.find((intent) => isAbout(intent, request, since))
  if (rejected === undefined) return null
  const { id, declared, decidedAt: at, decisionNote: note } = rejected
  return {
    intentId: id,
    ...(declared.intentId === undefined ? {} : { reference: declared.intentId }),
    amount: declared.expectedAmount ?? 0,
    purpose: declared.purpose,
    at: isoTimestamp(at ?? 0),
    ...(note === null ? {} : { note }),
  }
}

function isAbout(
  { status, declared, ceiling, decidedAt: at }: IntentState,
  { merchant, amount }: SpendRequest,
  since: number,
): boolean {
  const { expectedMerchant, expectedAmount = 0 } = declared
  if (status !== 'rejected' || at === null || at <= since) return false
  if (expectedMerchant === undefined || merchant.name === undefined || amount > (ceiling ?? expectedAmount))
    return false
  return isSameMerchant(
    compileMerchant(merchant.name),
    compileMerchant(expectedMerchant),
    merchantWhereabouts(merchant),
  )
}
