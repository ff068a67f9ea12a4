import { DEFAULT_CURRENCY } from '../../currencies.ts'
import type { BatchWorkingSet } from '../working-set.ts'
import { currencyOfEngineCommand } from '../working-set.ts'
import { MAX_WAITING_INTENTS } from '../../../contract/resources/intents.ts'
import { effectivePolicy, type EffectivePolicy } from '../../decision/cascade.ts'
import { intentEvent } from '../../events/events.ts'
import { intentLifecycle } from '../../lifecycles/intent.ts'
import {
  approvalIdOfIntent,
  type DeclaredIntent,
  type IntentState,
  undecidedIntentFields,
} from '../../intents/intent.ts'
import { refusalOfLargeIntentTolerance } from '../../intents/intent-tolerance.ts'
import { closedCardObstacles, customerAndAgentStatusObstacles } from '../../decision/obstacles.ts'
import { intentDeclarationAuditChange } from '../../changes/audited.ts'
import { addAuditedChange, type EngineBatch } from '../batch.ts'
import { redeclareIntent } from './correct-intent.ts'
import { firstChargeProblem } from './first-charge-problem.ts'
import { intentDeclarationUnderPolicy, tooManyWaitingIntents } from './judged-declaration.ts'
import type { DeclareIntentCommand } from './commands.ts'
import { intentCommandOutcome } from '../intent-outcome.ts'
import { updateWaitingIntents } from '../intents.ts'
import { withOneTimeCard } from '../one-time-card.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import { clientIntentKey, subjectOfCard } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/**
 * Declares what a card is about to be used for (contract, section 9). A frozen card can have new intents, because it may be unfrozen before
 * they expire.
 */
export function declareIntent(
  batch: EngineBatch,
  card: LoadedCard,
  command: DeclareIntentCommand,
): EngineCommandOutcome {
  const { set, now } = batch
  if (card.parentCardId !== undefined) return hasIntentAlready(card.parentCardId)
  const declared = inCurrencyOf(set, card, command.declared)
  const levels = subjectOfCard(set, card)
  const [obstacle] = customerAndAgentStatusObstacles(levels)
  if (obstacle) return { kind: 'refused', ...obstacle }
  const earlier =
    declared.intentId === undefined ? undefined : set.declared.get(clientIntentKey(card.id, declared.intentId))
  if (earlier !== undefined) return redeclareIntent(batch, card, { earlier, declared, actorId: command.actorId })
  const [closed] = closedCardObstacles(card, now)
  if (closed) return { kind: 'refused', ...closed }
  if (isFull(batch, card)) return FULL
  const effective = effectivePolicy(levels)
  const problem = refusalOfLargeIntentTolerance(declared, effective)
  if (problem) return { kind: 'refused', code: 'invalid_request', ...problem }
  const uncovered = firstChargeProblem(card, declared, now)
  if (uncovered) return uncovered
  const asked = newIntent(batch, card, { command: { ...command, declared }, effective })
  const crowd = asked.requiresApproval ? tooManyWaitingIntents(batch, card) : undefined
  if (crowd) return crowd
  const intent = withOneTimeCard(batch, card, asked)
  add(batch, intent, effective.policy)
  return intentCommandOutcome(batch, card, intent, { isExisting: false })
}

/**
 * The declaration, with the customer's currency added if it names none. The default currency is not added: declarations that were stored
 * before Purser had currencies lack it, and a repeated declaration must equal the stored one.
 */
function inCurrencyOf(set: BatchWorkingSet, card: LoadedCard, declared: DeclaredIntent): DeclaredIntent {
  const expectedCurrency = currencyOfEngineCommand(set, card, { currency: declared.expectedCurrency ?? null })
  return declared.expectedCurrency === undefined && expectedCurrency === DEFAULT_CURRENCY
    ? declared
    : { ...declared, expectedCurrency }
}

/** The refusal of an intent of a one-time card, which has its intent already. */
const hasIntentAlready = (parentCardId: string): EngineCommandOutcome => ({
  kind: 'refused',
  code: 'invalid_request',
  param: 'cardId',
  message: 'This card was made for one intent, and can have no other.',
  hint: `Declare the intent on the card ${parentCardId}.`,
})

const isFull = ({ set, now }: EngineBatch, { id }: LoadedCard): boolean => {
  const waiting = set.intents.get(id) ?? []
  return (
    waiting.length >= MAX_WAITING_INTENTS &&
    waiting.filter(({ expiresAt }) => expiresAt > now).length >= MAX_WAITING_INTENTS
  )
}

const FULL: EngineCommandOutcome = {
  kind: 'refused',
  code: 'intent_conflict',
  message: `This card has ${MAX_WAITING_INTENTS} intents that are pending or wait for approval: it cannot have more.`,
  hint: 'Cancel some or let them expire. With a shorter `ttlMinutes` they make room sooner.',
  details: { limit: MAX_WAITING_INTENTS },
}

function newIntent(
  batch: EngineBatch,
  card: LoadedCard,
  { command, effective }: { command: DeclareIntentCommand; effective: EffectivePolicy },
): IntentState {
  const { now, newId } = batch
  const declaration = intentDeclarationUnderPolicy(batch, card, {
    declared: command.declared,
    declaredBy: command.actorId,
    effective,
  })
  return {
    ...undecidedIntentFields,
    id: newId('int', { at: now, customerId: card.customerId }),
    accountId: card.accountId,
    customerId: card.customerId,
    agentId: card.agentId,
    cardId: card.id,
    status: declaration.requiresApproval ? 'pending_approval' : 'pending',
    ...declaration,
    createdAt: now,
  }
}

function add(batch: EngineBatch, intent: IntentState, policy: EffectivePolicy['policy']): void {
  const { set, changes, now } = batch
  set.intentStates.set(intent.id, intent)
  if (intent.declared.intentId !== undefined)
    set.declared.set(clientIntentKey(intent.cardId, intent.declared.intentId), intent)
  updateWaitingIntents(batch, intent)
  changes.newIntents.push(intent)
  addAuditedChange(batch, intentDeclarationAuditChange(intent))
  changes.events.push(intentEvent('intent.created', intent, now))
  if (!intent.requiresApproval) return
  changes.newApprovals.push({ id: approvalIdOfIntent(intent.id), intent, policy })
  changes.events.push(intentEvent(intentLifecycle.pending_approval.event, intent, now))
}
