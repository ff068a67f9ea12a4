import type { Agent as AgentAnswer } from '../../contract/resources/agents.ts'
import { timestamp } from '../../lib/clock.ts'
import type { WholeAgent } from './agent.ts'

/** Makes the answer about an agent, as requests and events show it. */
export const agentAnswer = (agent: WholeAgent): AgentAnswer => ({
  id: agent.id,
  name: agent.name,
  status: agent.status,
  customerId: agent.customerId,
  externalId: agent.externalId,
  limits: agent.limits,
  policy: agent.policy,
  ...(agent.shadowPolicy === undefined ? {} : { shadowPolicy: agent.shadowPolicy }),
  metadata: agent.metadata ?? {},
  createdAt: timestamp(agent.createdAt),
  ...(agent.deletedAt === null ? {} : { deletedAt: timestamp(agent.deletedAt) }),
})
