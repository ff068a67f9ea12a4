import { DEFAULT_CURRENCY } from '../../currencies.ts'
import type { WorkingSet } from '../working-set.ts'
import { currencyOf } from '../working-set.ts'
import { MAX_INTENTS_AT_PEOPLE, MAX_WAITING_INTENTS } from '../../../contract/resources/intents.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { MINUTE_MS } from '../../../lib/clock.ts'
import { decidableUntil, needsApproval } from '../../intents/approval.ts'
import { effectivePolicy, type EffectivePolicy } from '../../decision/cascade.ts'
import { intentEvent } from '../../events/events.ts'
import { intentLife } from '../../lifecycles/intent.ts'
import { approvalIdOf, type DeclaredIntent, type IntentState, undecided } from '../../intents/intent.ts'
import { declaredCeiling } from '../../intents/intent-ceiling.ts'
import { hasBoughtAt } from '../../intents/first-purchase.ts'
import { namesOf } from '../../names.ts'
import { toleranceTooLarge } from '../../intents/intent-tolerance.ts'
import { closedObstacles, holderObstacles } from '../../decision/obstacles.ts'
import { declaredChange } from '../../audit/audited.ts'
import { audit, type Batch } from '../batch.ts'
import type { DeclareIntentCommand } from './commands.ts'
import { current, waitAgain } from '../intents.ts'
import type { Outcome } from '../outcome.ts'
import { clientKey, subjectOfCard, type LoadedCard } from '../working-set.ts'

/**
 * Declares what a card is about to be used for (contract, section 9). A frozen card can have new intents, because it may be unfrozen before
 * they expire.
 */
export function declareIntent(batch: Batch, card: LoadedCard, command: DeclareIntentCommand): Outcome {
  const { set, now } = batch
  const declared = inCurrencyOf(set, card, command.declared)
  const levels = subjectOfCard(set, card)
  const [obstacle] = holderObstacles(levels)
  if (obstacle) return { kind: 'refused', ...obstacle }
  const earlier = declared.intentId === undefined ? undefined : set.declared.get(clientKey(card.id, declared.intentId))
  if (earlier !== undefined) return repeated(batch, card, { earlier, declared })
  const [closed] = closedObstacles(card, now)
  if (closed) return { kind: 'refused', ...closed }
  if (isFull(batch, card)) return FULL
  const effective = effectivePolicy(levels)
  const problem = toleranceTooLarge(declared, effective)
  if (problem) return { kind: 'refused', code: 'invalid_request', ...problem }
  const intent = newIntent(batch, card, { command: { ...command, declared }, policy: effective.policy })
  const waiting = intent.requiresApproval ? waitingForPeople(batch, card) : 0
  if (waiting >= MAX_INTENTS_AT_PEOPLE) {
    return { kind: 'refused', code: 'too_many_waiting', details: { waiting, limit: MAX_INTENTS_AT_PEOPLE } }
  }
  add(batch, intent, effective.policy)
  return { kind: 'intent', intent, names: namesOf(set, card), isExisting: false }
}

/**
 * The declaration with the customer's currency where it names none. For a customer in the default currency nothing is added: declarations
 * from before currencies have none either, and are the same as ones that are repeated now.
 */
function inCurrencyOf(set: WorkingSet, card: LoadedCard, declared: DeclaredIntent): DeclaredIntent {
  const expectedCurrency = currencyOf(set, card, { currency: declared.expectedCurrency ?? null })
  return declared.expectedCurrency === undefined && expectedCurrency === DEFAULT_CURRENCY
    ? declared
    : { ...declared, expectedCurrency }
}

/** The answer to a declaration whose `intentId` the card already has: the earlier intent if the body is the same, otherwise a conflict. */
function repeated(
  batch: Batch,
  card: LoadedCard,
  { earlier, declared }: { earlier: IntentState; declared: DeclaredIntent },
): Outcome {
  if (canonicalJson(earlier.declared) === canonicalJson(declared)) {
    return { kind: 'intent', intent: current(batch, earlier), names: namesOf(batch.set, card), isExisting: true }
  }
  return {
    kind: 'refused',
    code: 'intent_conflict',
    param: 'intentId',
    message: 'This card has another intent with that `intentId`.',
    hint: 'Choose another `intentId`, or send the same body as before.',
  }
}

const isFull = ({ set, now }: Batch, { id }: LoadedCard): boolean => {
  const waiting = set.intents.get(id) ?? []
  return (
    waiting.length >= MAX_WAITING_INTENTS &&
    waiting.filter(({ expiresAt }) => expiresAt > now).length >= MAX_WAITING_INTENTS
  )
}

const FULL: Outcome = {
  kind: 'refused',
  code: 'intent_conflict',
  message: `This card has ${MAX_WAITING_INTENTS} intents that are pending or wait for approval: it cannot have more.`,
  hint: 'Cancel some or let them expire. With a shorter `ttlMinutes` they make room sooner.',
  details: { limit: MAX_WAITING_INTENTS },
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

function newIntent(
  { set, now, newId }: Batch,
  card: LoadedCard,
  { command, policy }: { command: DeclareIntentCommand; policy: EffectivePolicy['policy'] },
): IntentState {
  const { declared, actorId } = command
  const requiresApproval =
    needsApproval(policy, declared.expectedAmount) ||
    isFirstAt(set, card, { policy, merchant: declared.expectedMerchant })
  return {
    ...undecided,
    id: newId('int', { at: now, customerId: card.customerId }),
    accountId: card.accountId,
    customerId: card.customerId,
    agentId: card.agentId,
    cardId: card.id,
    status: requiresApproval ? 'pending_approval' : 'pending',
    declared,
    declaredBy: actorId,
    ceiling: declaredCeiling({ ...declared, toleranceCents: declared.tolerance }, policy) ?? null,
    requiresApproval,
    expiresAt: requiresApproval ? decidableUntil(now) : now + declared.ttlMinutes * MINUTE_MS,
    createdAt: now,
  }
}

/** Whether the policy asks about first purchases, and the customer has not bought at the merchant of the intent, or the intent names none. */
function isFirstAt(
  { boughtAt }: Batch['set'],
  { customerId }: LoadedCard,
  { policy, merchant }: { policy: EffectivePolicy['policy']; merchant: string | undefined },
): boolean {
  if (policy.newMerchant !== 'approve') return false
  return merchant === undefined || !hasBoughtAt(boughtAt.get(customerId) ?? [], merchant)
}

function add(batch: Batch, intent: IntentState, policy: EffectivePolicy['policy']): void {
  const { set, changes, now } = batch
  set.intentStates.set(intent.id, intent)
  if (intent.declared.intentId !== undefined)
    set.declared.set(clientKey(intent.cardId, intent.declared.intentId), intent)
  waitAgain(batch, intent)
  changes.newIntents.push(intent)
  audit(batch, declaredChange(intent))
  changes.events.push(intentEvent('intent.created', intent, now))
  if (!intent.requiresApproval) return
  changes.newApprovals.push({ id: approvalIdOf(intent.id), intent, policy })
  changes.events.push(intentEvent(intentLife.pending_approval.event, intent, now))
}
