import { Type } from 'typebox'
import { ReasonFixedBy, type Reason } from '../contract/decisions.ts'
import { type DeclineCode, reasonCatalogue } from '../contract/reasons.ts'
import { safeForeignText } from './foreign.ts'
import type { NotPayableReason } from '../contract/resources/intents/payable.ts'

/** A reason of a decision in the form that tools answer to a model, with who can remove it. */
export const ReasonToolOutput = Type.Object({
  code: Type.String(),
  message: Type.String(),
  fixedBy: Type.Enum(ReasonFixedBy.enum),
  remedy: Type.String(),
  retryAt: Type.Optional(Type.String()),
  nearestShop: Type.Optional(Type.String()),
})

/** The earlier charge that has already paid the purchase that an agent declares or checks. */
export const AlreadyPaidToolOutput = Type.Object({ transactionId: Type.String(), at: Type.String() })

/**
 * Reasons of a decision in the form that tools answer to a model. No sentence contains a shop's name, because the shop chose it and could
 * instruct the model by it. So messages contain only numbers, times, ids and names of fields. An allowed shop's name is the owner's, and has
 * a field.
 */
export const decisionReasonsToolOutput = (reasons: readonly (Reason | NotPayableReason)[]) =>
  reasons.map((reason) => {
    const { code, fixedBy, retryAt, message } = reason
    return {
      code,
      message: isPurchaseRuleReason(reason) ? messageOf(reason) : message,
      fixedBy,
      remedy: isPurchaseRuleReason(reason) ? remedyOf(reason) : 'See `next`.',
      ...(retryAt === undefined ? {} : { retryAt }),
      ...(reason.nearestShop === undefined ? {} : { nearestShop: safeForeignText(reason.nearestShop) }),
    }
  })

/** Whether an obstacle to a purchase is the reason of a rule about purchases. */
export const isPurchaseRuleReason = (reason: Reason | NotPayableReason): reason is Reason => reason.rule !== undefined

function messageOf({ code, message }: Reason): string {
  const { means } = reasonCatalogue[code]
  if (isAboutShop(code)) return `${means} The shop is the one in \`merchant\`.`
  return code === 'issuer_declined' ? means : message
}

const isAboutShop = (code: DeclineCode): boolean => /^merchant_(not_allowed|blocked|locked)$/.test(code)

function remedyOf({ code, fixedBy, remedy, retryAt }: Reason): string {
  if (fixedBy === 'you') return 'See `next`.'
  if (fixedBy === 'time')
    return `Time alone, at ${retryAt ?? 'a later time'}. Your owner may change the rule before that.`
  return isAboutShop(code)
    ? 'For your owner: allow the shop, under the name by which they know it.'
    : `For your owner: ${remedy}`
}
