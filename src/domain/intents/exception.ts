import type { DecisionTraceEntry } from '../../contract/decisions.ts'
import type { IntentException, LiftedRule } from '../../contract/resources/intents/exception.ts'
import { policyRowNamed } from '../../contract/policy-sheet/policy-sheet.ts'
import type { IntentOutcome, SpendingSubject, SpendRequest } from '../entities.ts'

/**
 * The approved exception of the intent that a purchase matches, or that its increment belongs to. Undefined: there is none. No other
 * purchase gets it, and an intent matches one purchase, so that it is used once.
 */
export function exceptionOfPurchase(
  { intents }: Pick<SpendingSubject, 'intents'>,
  { boundBy }: Pick<SpendRequest, 'boundBy'>,
  intent: IntentOutcome,
): IntentException | undefined {
  if (intent.kind === 'kept') return boundBy?.exception
  return intent.kind === 'matched' ? intents.find(({ id }) => id === intent.intentId)?.exception : undefined
}

/** Whether an exception lifts a check that has failed: the same check of the same level, and the same value of a list. */
export const isCheckLifted = ({ lifts }: IntentException, { rule, code, level, window, observed }: Failed): boolean =>
  lifts.some(
    (lift) =>
      lift.rule === rule &&
      lift.code === code &&
      lift.level === level &&
      lift.window === window &&
      (!isOfOneValue(lift) || lift.asked === observed),
  )
type Failed = Omit<DecisionTraceEntry, 'passed'>

/**
 * Whether a lift is for one value of a list, such as a category. The name of a shop is not compared here: the intent is, and a shop's name
 * comes in other spellings than were asked for.
 */
function isOfOneValue({ rule }: LiftedRule): boolean {
  const row = policyRowNamed(rule)
  return row?.kind === 'list' && row.of !== 'merchant'
}

/** Whether an exception permits the card number to be entered at the origin of its intent. */
export const isOriginLifted = (exception: IntentException | undefined): boolean =>
  exception?.lifts.some(({ code }) => code === 'origin_not_allowed') ?? false
