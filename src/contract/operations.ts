import type { Operation, OperationInput, OperationOutput } from './operation.ts'
import { agentOperations } from './operations/agents.ts'
import { auditOperations } from './operations/audit.ts'
import { apiKeyOperations, testClockOperations } from './operations/api-keys.ts'
import { cardOperations } from './operations/cards.ts'
import { challengeOperations } from './operations/challenges.ts'
import { changeRequestOperations } from './operations/change-requests.ts'
import { customerOperations } from './operations/customers.ts'
import { fillerOperations } from './operations/fillers.ts'
import { intentOperations } from './operations/intents.ts'
import { merchantOperations } from './operations/merchants.ts'
import { networkOperations } from './operations/network.ts'
import { notificationOperations } from './operations/notifications.ts'
import { passkeyOperations } from './operations/passkeys.ts'
import { peopleOperations } from './operations/people.ts'
import { providerOperations } from './operations/provider.ts'
import { policyOperations } from './operations/policies.ts'
import { subscriptionOperations } from './operations/subscriptions.ts'
import { postingOperations } from './operations/postings.ts'
import { spendOperations } from './operations/spend.ts'
import { statsOperations } from './operations/stats.ts'
import { webhookOperations } from './operations/webhooks.ts'

/** Every operation of the API. An entry without a service, a method of the client and a row in the table of roles does not compile. */
export const operations = {
  ...customerOperations,
  ...agentOperations,
  ...cardOperations,
  ...fillerOperations,
  ...intentOperations,
  ...changeRequestOperations,
  ...challengeOperations,
  ...subscriptionOperations,
  ...postingOperations,
  ...spendOperations,
  ...policyOperations,
  ...merchantOperations,
  ...statsOperations,
  ...networkOperations,
  ...webhookOperations,
  ...apiKeyOperations,
  ...peopleOperations,
  ...passkeyOperations,
  ...providerOperations,
  ...notificationOperations,
  ...auditOperations,
  ...testClockOperations,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations
/** The operations whose answer is a stream. The clients of each language have code of their own for these. */
export type StreamOperationName = {
  [N in OperationName]: Operations[N] extends { stream: string } ? N : never
}[OperationName]
export type OperationInputOf<N extends OperationName> = OperationInput<Operations[N]>
export type OperationOutputOf<N extends OperationName> = OperationOutput<Operations[N]>
