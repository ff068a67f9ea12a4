import { Type } from 'typebox'
import { FixedBy, type Reason } from '../contract/decisions.ts'

/** A reason as a model reads it: who can change it stands beside it. */
export const ReasonOut = Type.Object({
  code: Type.String(),
  message: Type.String(),
  fixedBy: Type.Enum(FixedBy.enum),
  remedy: Type.String(),
  retryAt: Type.Optional(Type.String()),
})

/** The charge that has paid the same purchase. */
export const AlreadyPaid = Type.Object({ transactionId: Type.String(), at: Type.String() })

export const reasonsOut = (reasons: readonly Reason[]) =>
  reasons.map(({ code, message, fixedBy, remedy, retryAt }) => ({
    code,
    message,
    fixedBy,
    remedy: fixedBy === 'owner' ? `For your owner: ${remedy}` : remedy,
    ...(retryAt === undefined ? {} : { retryAt }),
  }))
