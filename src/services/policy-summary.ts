import type { PolicySummary } from '../contract/policy.ts'
import { summarise } from '../domain/policy-summary.ts'
import { loadSubject, type Levels } from '../store/subject.ts'
import type { ReadContext, ReadService } from './context.ts'
import { levelsOfAgent, levelsOfCard, levelsOfCustomer } from './levels.ts'

/** What holds for a customer, an agent or a card, where it comes from and what is left (contract, section 5). */
export const getCustomerPolicy: ReadService<'getCustomerPolicy'> = async (context, { params }) =>
  summary(context, await levelsOfCustomer(context, params.customerId))

export const getAgentPolicy: ReadService<'getAgentPolicy'> = async (context, { params }) =>
  summary(context, await levelsOfAgent(context, params.agentId))

export const getCardPolicy: ReadService<'getCardPolicy'> = async (context, { params }) =>
  summary(context, await levelsOfCard(context, params.cardId))

async function summary({ db, clock }: ReadContext, levels: Levels): Promise<PolicySummary> {
  const now = clock.now()
  return summarise(await loadSubject(db, levels, { amount: 0, now }), now)
}
