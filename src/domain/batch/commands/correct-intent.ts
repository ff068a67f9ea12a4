import { correctedIntent } from '../../changes/intent.ts'
import { effectivePolicy } from '../../decision/cascade.ts'
import { closedCardObstacles } from '../../decision/obstacles.ts'
import { whyIntentUncorrectable } from '../../intents/intent-declaration.ts'
import { type DeclaredIntent, type IntentState, isIntentWaiting } from '../../intents/intent.ts'
import { refusalOfLargeIntentTolerance } from '../../intents/intent-tolerance.ts'
import { isSameJson } from '../../audit/field-changes.ts'
import type { EngineBatch } from '../batch.ts'
import { intentCommandOutcome } from '../intent-outcome.ts'
import { changeIntentInBatch, latestIntentInBatch } from '../intents.ts'
import { withOneTimeCard } from '../one-time-card.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import { subjectOfCard } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'
import { firstChargeProblem } from './first-charge-problem.ts'
import { intentDeclarationUnderPolicy, tooManyWaitingIntents } from './judged-declaration.ts'

interface DeclaredAgain {
  /** The card's intent that was declared before with the `intentId` of the new declaration. */
  readonly earlier: IntentState
  readonly declared: DeclaredIntent
  readonly actorId: string
}

/**
 * Answers a declaration whose `intentId` the card already has (contract, section 9): the earlier intent if nothing differs, otherwise that
 * intent corrected, or a conflict if it cannot be corrected any more.
 */
export function redeclareIntent(batch: EngineBatch, card: LoadedCard, again: DeclaredAgain): EngineCommandOutcome {
  const earlier = latestIntentInBatch(batch, again.earlier)
  const differing = differingFields(earlier.declared, again.declared)
  if (differing.length === 0) return intentCommandOutcome(batch, card, earlier, { isExisting: true })
  const why = whyIntentUncorrectable(earlier, batch.set.inUse.has(earlier.id))
  return why === null ? correct(batch, card, { ...again, earlier }) : conflict(earlier, { differing, why })
}

/**
 * Corrects an earlier intent by a new declaration, which the present policy judges as it judges any declaration. Returns the corrected
 * intent or a refusal.
 */
function correct(
  batch: EngineBatch,
  card: LoadedCard,
  { earlier, declared, actorId }: DeclaredAgain,
): EngineCommandOutcome {
  const { set, now } = batch
  const [closed] = closedCardObstacles(card, now)
  if (closed) return { kind: 'refused', ...closed }
  const effective = effectivePolicy(subjectOfCard(set, card))
  const { policy } = effective
  const problem = refusalOfLargeIntentTolerance(declared, effective)
  if (problem) return { kind: 'refused', code: 'invalid_request', ...problem }
  const uncovered = firstChargeProblem(card, declared, now)
  if (uncovered) return uncovered
  const declaration = intentDeclarationUnderPolicy(batch, card, {
    declared,
    declaredBy: actorId,
    effective,
    corrects: earlier,
  })
  const begins = declaration.requiresApproval && earlier.status === 'pending'
  const crowd = begins ? tooManyWaitingIntents(batch, card) : undefined
  if (crowd) return crowd
  const change = correctedIntent(earlier, { declaration, policy, now })
  const intent = changeIntentInBatch(batch, { ...change, after: withOneTimeCard(batch, card, change.after) })
  return intentCommandOutcome(batch, card, intent, { isExisting: true })
}

/**
 * The names of the fields in which two declarations differ. `ttlMinutes` is left out where it differs because it follows from `validMinutes`:
 * the caller gave that alone. An exception is no part of what a caller declares, and does not differ; a correction ends it.
 */
function differingFields(before: DeclaredIntent, after: DeclaredIntent): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof DeclaredIntent)[])
  names.delete('exception')
  const differing = [...names].filter((name) => !isSameJson(before[name] ?? null, after[name] ?? null))
  const follows = differing.includes('validMinutes') && [before, after].some(isTtlThatOfApproval)
  return follows ? differing.filter((name) => name !== 'ttlMinutes') : differing
}

const isTtlThatOfApproval = ({ ttlMinutes, validMinutes }: DeclaredIntent): boolean => ttlMinutes === validMinutes

function conflict(
  intent: IntentState,
  { differing, why }: { differing: readonly string[]; why: string },
): EngineCommandOutcome {
  const fields = differing.map((name) => `\`${name}\``).join(', ')
  const { id, status, revokedBy } = intent
  const cancel = isIntentWaiting(intent)
    ? `Cancel it (\`POST /intents/${id}/cancel\`) if it is not wanted any more, and declare this purchase`
    : 'Declare this purchase'
  return {
    kind: 'refused',
    code: 'intent_conflict',
    param: 'intentId',
    message: `This card has another intent with that \`intentId\`, which cannot be corrected: ${why}. What differs: ${fields}.`,
    hint: `${cancel} with a new \`intentId\`. The same body as before gets the intent as it is.`,
    details: { intentId: id, status, differing: [...differing], ...(revokedBy === null ? {} : { revokedBy }) },
  }
}
