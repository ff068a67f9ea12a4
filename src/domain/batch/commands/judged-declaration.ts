import { MAX_INTENTS_PENDING_APPROVAL } from '../../../contract/resources/intents.ts'
import { MINUTE_MS } from '../../../lib/clock.ts'
import type { EffectivePolicy } from '../../decision/cascade.ts'
import { approvalDecidableUntil, needsApproval } from '../../intents/approval.ts'
import type { IntentDeclaration } from '../../intents/intent-declaration.ts'
import type { IntentState } from '../../intents/intent.ts'
import { declaredCeiling } from '../../intents/intent-ceiling.ts'
import type { Batch } from '../batch.ts'
import type { CommandRefusal } from '../outcome.ts'
import type { LoadedCard } from '../../loaded-levels.ts'
import { boughtMerchantsMemory } from '../../memories/bought-merchants-memory.ts'
import { recallMemoryOfLevel } from '../../memories/memories.ts'
import { subscriptionOf } from './first-charge-problem.ts'

interface Declaring extends Pick<IntentDeclaration, 'declared' | 'declaredBy'> {
  readonly policy: EffectivePolicy['policy']
}

/**
 * A declaration with what the present policy makes of it: whether a person has to approve it, its ceiling, and how long it lives. The first
 * charge of a subscription needs no person, because the subscription would cover the same charge without a declaration; its ceiling is the
 * subscription's amount.
 */
export function judgedIntentDeclaration(
  { set, now }: Batch,
  card: LoadedCard,
  { declared, declaredBy, policy }: Declaring,
): IntentDeclaration {
  const subscription = subscriptionOf(card, declared)
  const requiresApproval =
    subscription === undefined &&
    (needsApproval(policy, declared.expectedAmount) ||
      isFirstAt(set, card, { policy, merchant: declared.expectedMerchant }))
  return {
    declared,
    declaredBy,
    ceiling:
      subscription?.maxAmount ?? declaredCeiling({ ...declared, toleranceCents: declared.tolerance }, policy) ?? null,
    requiresApproval,
    expiresAt: requiresApproval ? approvalDecidableUntil(now) : now + declared.ttlMinutes * MINUTE_MS,
  }
}

/**
 * Whether an intent needs a person as a first purchase: the policy asks about first purchases, and the intent names no merchant, or one
 * where the customer has not bought.
 */
function isFirstAt(
  { memories }: Batch['set'],
  { customerId }: LoadedCard,
  { policy, merchant }: { policy: EffectivePolicy['policy']; merchant: string | undefined },
): boolean {
  if (policy.newMerchant !== 'approve') return false
  return (
    merchant === undefined || recallMemoryOfLevel(boughtMerchantsMemory, memories, customerId)?.has(merchant) !== true
  )
}

/** The refusal of one more intent that would wait for a person. Undefined: there is room for it. */
export function tooManyWaitingIntents(batch: Batch, card: LoadedCard): CommandRefusal | undefined {
  const waiting = waitingForPeople(batch, card)
  if (waiting < MAX_INTENTS_PENDING_APPROVAL) return undefined
  return { kind: 'refused', code: 'too_many_waiting', details: { waiting, limit: MAX_INTENTS_PENDING_APPROVAL } }
}

/** Counts the intents of the card's agent, or of a card without an agent, that wait for a person at this point of the batch. */
function waitingForPeople({ set, now }: Batch, { id, agentId }: LoadedCard): number {
  const asks = ({ status, expiresAt }: Pick<IntentState, 'status' | 'expiresAt'>) =>
    status === 'pending_approval' && expiresAt > now
  if (agentId === null) return (set.intents.get(id) ?? []).filter(asks).length
  const before = (set.waitingForPeople.get(agentId) ?? []).filter(
    (intent) => intent.expiresAt > now && !set.intentStates.has(intent.id),
  )
  const ofBatch = [...set.intentStates.values()].filter((intent) => intent.agentId === agentId && asks(intent))
  return before.length + ofBatch.length
}
