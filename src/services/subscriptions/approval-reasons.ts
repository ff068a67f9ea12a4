import type { ApprovalReason } from '../../contract/resources/intents/approval-reasons.ts'
import type { EffectivePolicy } from '../../domain/decision/cascade.ts'
import {
  approvalPastQuestion,
  automaticSum,
  isBeneathLevel,
  noApprovalPast,
} from '../../domain/intents/approval-past.ts'
import { approvalReasons } from '../../domain/intents/approval-reasons.ts'
import type { DeclaredSubscription } from '../../domain/subscription.ts'
import type { LockedCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import { sqlRowReaderIn } from '../../store/connection/in-transaction.ts'
import { readApprovalPasts } from '../../store/intents/approval-pasts.ts'
import type { WriteOperationContext } from '../request/context.ts'

interface SubscriptionRequest {
  readonly effective: EffectivePolicy
  readonly declared: DeclaredSubscription
  /** Whether the subscription takes more from its merchant than the card has agreed to. */
  readonly isMore: boolean
  readonly now: number
}

/**
 * Why a person has to decide about a subscription, by the same rules as about an intent of its amount. For one that takes more from the
 * merchant than the card has agreed to, `autoApproveBelow` approves nothing: otherwise an agent could raise its own price.
 */
export async function reasonsForApproval(
  { tx }: WriteOperationContext,
  { customer, card }: LockedCardWithAgentAndCustomer,
  { effective, declared, isMore, now }: SubscriptionRequest,
): Promise<ApprovalReason[]> {
  const customerId = customer.id
  const question = approvalPastQuestion(effective.policy, { customerId, origin: declared.expectedOrigin, now })
  const pasts = await readApprovalPasts(sqlRowReaderIn(tx), question === null ? [] : [question])
  const past = pasts.get(customerId) ?? noApprovalPast
  const buying = { cardId: card.id, agentId: card.agentId }
  const isBeneath = isBeneathLevel(buying, effective.sources.autoApprovePerDay)
  return approvalReasons(
    {
      ...buying,
      amount: declared.maxAmount,
      merchant: declared.merchant,
      origin: declared.expectedOrigin,
      currency: customer.currency,
      kind: isMore ? 'raise' : 'subscription',
    },
    { effective, past, automatic: automaticSum(past, isBeneath), isNewMerchant: true, now },
  )
}
