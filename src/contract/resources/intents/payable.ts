import { Type, type Static } from 'typebox'
import { ReasonFixedBy, Reason } from '../../decisions.ts'
import { declineCodes } from '../../reasons.ts'
import { Id, SentenceText } from '../../primitives.ts'

/** The codes of obstacles to a payment that are not found by a rule about purchases, such as a missing approval (contract, section 9). */
export const paymentObstacleCodes = [
  'approval_required',
  'origin_required',
  'origin_not_allowed',
  'declined_before',
  'subscription_not_open',
] as const

/** An obstacle to the payment of an intent. If a rule is the obstacle, it also has the fields of that rule's reason in a decision. */
export const NotPayableReason = Type.Object(
  {
    ...Type.Partial(Reason).properties,
    code: Type.Enum([...declineCodes, ...paymentObstacleCodes]),
    message: SentenceText,
    fixedBy: ReasonFixedBy,
    transactionId: Type.Optional(
      Type.String({ ...Id, description: 'For `declined_before`: the declined purchase that would be declined again.' }),
    ),
  },
  { title: 'NotPayable' },
)
export type NotPayableReason = Static<typeof NotPayableReason>

/**
 * Fields that say whether an intent can be paid now, and what stands in the way. One function computes them for all answers that have them.
 */
export const payabilityFields = {
  payable: Type.Optional(
    Type.Boolean({
      description:
        'Whether the open intent may be paid now, as it was declared: a purchase by its terms would be approved, and the card number released. Present in answers to declarations, decisions and reads of one intent; absent in lists, events and reports.',
    }),
  ),
  notPayable: Type.Optional(
    Type.Array(NotPayableReason, {
      maxItems: 110,
      description: 'Everything that stands in the way of paying the open intent now. Absent: the intent is payable.',
    }),
  ),
}
