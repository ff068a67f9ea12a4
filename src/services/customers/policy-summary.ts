import type { PolicySummary } from '../../contract/policy.ts'
import { summarisePolicy } from '../../domain/warnings/policy-summary.ts'
import type { CurrentSpendingSubject } from '../../store/journal/read.ts'
import type { ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import {
  currentSpendingSubjectOfAgent,
  currentSpendingSubjectOfCard,
  currentSpendingSubjectOfCustomer,
} from '../levels/subjects.ts'

/**
 * Answers the effective policy of a customer, the levels that its fields come from, and the remaining amounts of its limits (contract,
 * section 5).
 */
const getCustomerPolicy: ReadOperationService<'getCustomerPolicy'> = async (context, { params }) =>
  summary(await currentSpendingSubjectOfCustomer(context, params.customerId))

const getAgentPolicy: ReadOperationService<'getAgentPolicy'> = async (context, { params }) =>
  summary(await currentSpendingSubjectOfAgent(context, params.agentId))

const getCardPolicy: ReadOperationService<'getCardPolicy'> = async (context, { params }) =>
  summary(await currentSpendingSubjectOfCard(context, params.cardId))

const summary = ({ subject, now }: CurrentSpendingSubject): PolicySummary => summarisePolicy(subject, now)

export const policySummaryHandlers = {
  getCustomerPolicy: readOperationHandler(getCustomerPolicy),
  getAgentPolicy: readOperationHandler(getAgentPolicy),
  getCardPolicy: readOperationHandler(getCardPolicy),
}
