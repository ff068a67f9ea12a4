import type { PolicySummary } from '../../contract/policy.ts'
import { summarisePolicy } from '../../domain/warnings/policy-summary.ts'
import type { SpendingSubjectNow } from '../../store/journal/read.ts'
import type { ReadService } from '../request/context.ts'
import { readHandler } from '../request/handler.ts'
import { currentSubjectOfAgent, currentSubjectOfCard, currentSubjectOfCustomer } from '../levels/subjects.ts'

/**
 * Answers the effective policy of a customer, the levels that its fields come from, and the remaining amounts of its limits (contract,
 * section 5).
 */
const getCustomerPolicy: ReadService<'getCustomerPolicy'> = async (context, { params }) =>
  summary(await currentSubjectOfCustomer(context, params.customerId))

const getAgentPolicy: ReadService<'getAgentPolicy'> = async (context, { params }) =>
  summary(await currentSubjectOfAgent(context, params.agentId))

const getCardPolicy: ReadService<'getCardPolicy'> = async (context, { params }) =>
  summary(await currentSubjectOfCard(context, params.cardId))

const summary = ({ subject, now }: SpendingSubjectNow): PolicySummary => summarisePolicy(subject, now)

export const policySummaryHandlers = {
  getCustomerPolicy: readHandler(getCustomerPolicy),
  getAgentPolicy: readHandler(getAgentPolicy),
  getCardPolicy: readHandler(getCardPolicy),
}
