import { Type, type Static } from 'typebox'
import { CheckedMeasure, DecidingRuleName } from '../../decisions.ts'
import { limitWindows, ReasonLevel } from '../../policy.ts'
import { declineCodes } from '../../reasons.ts'
import { AmountCents, Id } from '../../primitives.ts'

/** A rule that an exception lifts for one purchase: the check that would decline it, with what the rule allows and what is asked for. */
export const LiftedRule = Type.Object(
  {
    rule: DecidingRuleName,
    code: Type.Enum([...declineCodes, 'origin_not_allowed']),
    level: ReasonLevel,
    window: Type.Optional(Type.Enum([...limitWindows])),
    limit: Type.Optional(CheckedMeasure),
    asked: Type.Optional(CheckedMeasure),
  },
  { title: 'LiftedRule' },
)
export type LiftedRule = Static<typeof LiftedRule>

const lifts = Type.Array(LiftedRule, {
  minItems: 1,
  maxItems: 50,
  description: 'The rules that approving it lifts, for this purchase alone and up to its ceiling.',
})

/** The rules that are lifted for the purchase of an intent, once a person has approved the intent. */
export const IntentException = Type.Object(
  { changeRequestId: Id, lifts },
  {
    title: 'IntentException',
    description:
      'The rules that are lifted for the purchase of this intent alone, once a person has approved it. No policy changes.',
  },
)
export type IntentException = Static<typeof IntentException>

/** The intent that a change request asks an exception for, with the rules that the exception would lift. */
export const RequestedException = Type.Object(
  { intent: Id, ceiling: AmountCents, lifts },
  { title: 'RequestedException' },
)
export type RequestedException = Static<typeof RequestedException>
