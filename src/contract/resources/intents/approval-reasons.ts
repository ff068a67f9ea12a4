import { type Static, Type } from 'typebox'
import { ReasonLevel } from '../../policy.ts'
import { AmountCents, SentenceText, Timestamp } from '../../primitives.ts'

/** The policy fields because of which something waits for a person, in the order in which the reasons are given. */
export const approvalRules = [
  'requireApproval',
  'autoApproveBelow',
  'rejectionMemoryHours',
  'autoApprovePerDay',
  'newMerchant',
  'newOrigin',
] as const
export type ApprovalRuleName = (typeof approvalRules)[number]

export const ApprovalReason = Type.Object(
  {
    rule: Type.Enum([...approvalRules], { description: 'The field of the policy that asks for a person.' }),
    level: ReasonLevel,
    message: SentenceText,
    amount: Type.Optional(
      Type.Integer({
        ...AmountCents,
        description:
          'For `rejectionMemoryHours`: the amount that a person rejected. For `autoApprovePerDay`: what was approved automatically in the 24 hours before.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        ...AmountCents,
        description: 'For `autoApproveBelow` and `autoApprovePerDay`: the value of the field.',
      }),
    ),
    at: Type.Optional(
      Type.String({ ...Timestamp, description: 'For `rejectionMemoryHours`: when the person rejected it.' }),
    ),
  },
  { title: 'ApprovalReason', description: 'Why a person has to decide, as it was when that was found out.' },
)
export type ApprovalReason = Static<typeof ApprovalReason>

/** Why a person has to decide. */
export const ApprovalReasons = Type.Array(ApprovalReason, {
  maxItems: approvalRules.length,
  description: 'Why a person has to decide, or had to. Absent: nobody has to, or it was not kept then.',
})
