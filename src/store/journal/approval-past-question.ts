import type { SpendingLevelIds, BatchWorkingSet } from '../../domain/batch/working-set.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import { type ApprovalPastQuestion, approvalPastQuestion } from '../../domain/intents/approval-past.ts'

export type ApprovalPastLevels = Pick<BatchWorkingSet, 'customers' | 'agents' | 'cards'>

/**
 * The question of a declaration about its customer's past, by the policies of its levels. Null: there is none. `now`: Unix milliseconds; a customer's
 * time never goes back, so that the time of its last entry counts if that is later.
 */
export function pastQuestionOfDeclaration(
  { customers, agents, cards }: ApprovalPastLevels,
  {
    customerId,
    agentId,
    cardId,
    origin,
    now,
  }: SpendingLevelIds & { readonly origin: string | undefined; readonly now: number },
): ApprovalPastQuestion | null {
  const customer = customers.get(customerId)
  const card = cards.get(cardId ?? '') ?? null
  if (customer === undefined || card === null) return null
  const { policy } = effectivePolicy({ customer, agent: agents.get(agentId ?? '') ?? null, card })
  return approvalPastQuestion(policy, { customerId, origin, now: Math.max(now, customer.last.at) })
}
