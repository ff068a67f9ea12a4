import { MAX_INTENTS_PENDING_APPROVAL } from '../../../contract/resources/intents.ts'
import { MINUTE_MS } from '../../../lib/clock.ts'
import type { EffectivePolicy } from '../../decision/cascade.ts'
import type { ApprovalReason } from '../../../contract/resources/intents/approval-reasons.ts'
import { approvalDecidableUntil } from '../../intents/approval.ts'
import {
  approvalReasons,
  automaticRoom,
  type JudgingDeclaration,
  newOriginReason,
} from '../../intents/approval-reasons.ts'
import type { IntentDeclaration } from '../../intents/intent-declaration.ts'
import type { DeclaredIntent, IntentState } from '../../intents/intent.ts'
import { declaredCeiling } from '../../intents/intent-ceiling.ts'
import type { LoadedSubscription } from '../../subscription.ts'
import { approvalPastInBatch, automaticSumInBatch } from '../approval-past-in-batch.ts'
import { currencyOfEngineCommand } from '../working-set.ts'
import type { EngineBatch } from '../batch.ts'
import type { EngineCommandRefusal } from '../outcome.ts'
import type { LoadedCard } from '../../loaded-levels.ts'
import { boughtMerchantsMemory } from '../../memories/bought-merchants-memory.ts'
import { recallRuleMemoryOfLevel } from '../../memories/memories.ts'
import { subscriptionOfFirstCharge } from './first-charge-problem.ts'

interface Declaring extends Pick<IntentDeclaration, 'declared' | 'declaredBy'> {
  readonly effective: EffectivePolicy
  /** The intent that the declaration corrects. Absent: it makes a new one. */
  readonly corrects?: IntentState
}

/**
 * A declaration with what the present policy makes of it: why a person has to approve it, its ceiling, and how long it lives. The first
 * charge of a subscription needs no person, because the subscription would cover the same charge without a declaration, unless the card
 * number would go to a new origin; its ceiling is the subscription's amount.
 */
export function intentDeclarationUnderPolicy(
  batch: EngineBatch,
  card: LoadedCard,
  declaring: Declaring,
): IntentDeclaration {
  const { now } = batch
  const { declared, declaredBy, effective } = declaring
  const { policy } = effective
  const subscription = subscriptionOfFirstCharge(card, declared)
  const judging = judgingOf(batch, card, declaring)
  const reasons =
    subscription === undefined
      ? reasonsOf(batch, card, declared, judging)
      : firstChargeReasons(subscription, declared, judging)
  const requiresApproval = reasons.length > 0
  const isAutomatic = !requiresApproval && policy.requireApproval && subscription === undefined
  const most = subscription?.maxAmount ?? declaredCeiling({ ...declared, toleranceCents: declared.tolerance }, policy)
  return {
    declared,
    declaredBy,
    ceiling: most === undefined ? null : isAutomatic ? Math.min(most, automaticRoom(judging)) : most,
    requiresApproval,
    approvalReasons: reasons,
    autoApprovedAt: isAutomatic ? now : null,
    expiresAt: requiresApproval ? approvalDecidableUntil(now) : now + declared.ttlMinutes * MINUTE_MS,
  }
}

function judgingOf(
  batch: EngineBatch,
  card: LoadedCard,
  { declared, effective, corrects }: Declaring,
): JudgingDeclaration {
  return {
    effective,
    past: approvalPastInBatch(batch, card.customerId),
    automatic: automaticSumInBatch(batch, card, { level: effective.sources.autoApprovePerDay, corrects }),
    isNewMerchant: isNewMerchant(batch.set, card, declared.expectedMerchant),
    now: batch.now,
  }
}

const reasonsOf = (
  { set }: EngineBatch,
  card: LoadedCard,
  declared: DeclaredIntent,
  judging: JudgingDeclaration,
): ApprovalReason[] =>
  approvalReasons(
    {
      amount: declared.expectedAmount,
      merchant: declared.expectedMerchant,
      origin: declared.expectedOrigin,
      currency: currencyOfEngineCommand(set, card, { currency: null }),
      kind: 'purchase',
      agentId: card.agentId,
      cardId: card.id,
    },
    judging,
  )

/** Why the first charge of a subscription needs a person: its origin is new, and is not the one that a person approved with the subscription. */
function firstChargeReasons(
  { isApproved, expectedOrigin }: LoadedSubscription,
  declared: DeclaredIntent,
  judging: JudgingDeclaration,
): ApprovalReason[] {
  const isApprovedOrigin =
    isApproved === true && expectedOrigin !== undefined && expectedOrigin === declared.expectedOrigin
  const reason = isApprovedOrigin ? null : newOriginReason(declared.expectedOrigin, judging)
  return reason === null ? [] : [reason]
}

/** Whether an intent would be the customer's first purchase at its merchant, or names none. */
const isNewMerchant = (
  { memories }: EngineBatch['set'],
  { customerId }: LoadedCard,
  merchant: string | undefined,
): boolean =>
  merchant === undefined || recallRuleMemoryOfLevel(boughtMerchantsMemory, memories, customerId)?.has(merchant) !== true

/** The refusal of one more intent that would wait for a person. Undefined: there is room for it. */
export function tooManyWaitingIntents(batch: EngineBatch, card: LoadedCard): EngineCommandRefusal | undefined {
  const waiting = waitingForPeople(batch, card)
  if (waiting < MAX_INTENTS_PENDING_APPROVAL) return undefined
  return { kind: 'refused', code: 'too_many_waiting', details: { waiting, limit: MAX_INTENTS_PENDING_APPROVAL } }
}

/** Counts the intents of the card's agent, or of a card without an agent, that wait for a person at this point of the batch. */
function waitingForPeople({ set, now }: EngineBatch, { id, agentId }: LoadedCard): number {
  const asks = ({ status, expiresAt }: Pick<IntentState, 'status' | 'expiresAt'>) =>
    status === 'pending_approval' && expiresAt > now
  if (agentId === null) return (set.intents.get(id) ?? []).filter(asks).length
  const before = (set.waitingForPeople.get(agentId) ?? []).filter(
    (intent) => intent.expiresAt > now && !set.intentStates.has(intent.id),
  )
  const ofBatch = [...set.intentStates.values()].filter((intent) => intent.agentId === agentId && asks(intent))
  return before.length + ofBatch.length
}
