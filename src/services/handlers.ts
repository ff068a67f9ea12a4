import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from './agents.ts'
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts'
import { createCard } from './card-creation.ts'
import { closeCard, freezeCard, unfreezeCard } from './card-transitions.ts'
import { getCard, listCards, updateCard } from './cards.ts'
import { createCustomer, getCustomer, listCustomers, updateCustomer } from './customers.ts'
import { evaluateSpend } from './evaluate.ts'
import { getEvent, listEvents } from './events.ts'
import { lengthy, read, write, type Handlers } from './handler.ts'
import { intentHandlers } from './intent-handlers.ts'
import { networkHandlers } from './network.ts'
import { getAgentPolicy, getCardPolicy, getCustomerPolicy } from './policy-summary.ts'
import { advanceTestClock, getTestClock } from './test-clock.ts'
import { getTransaction, listTransactions } from './transactions.ts'
import { webhookHandlers } from './webhooks.ts'

/** What runs each operation. One without an entry does not compile. */
export const handlers: Handlers = {
  createCustomer: write(createCustomer),
  listCustomers: read(listCustomers),
  getCustomer: read(getCustomer),
  updateCustomer: write(updateCustomer),
  getCustomerPolicy: read(getCustomerPolicy),

  createAgent: write(createAgent),
  listAgents: read(listAgents),
  getAgent: read(getAgent),
  updateAgent: write(updateAgent),
  deleteAgent: write(deleteAgent),
  getAgentPolicy: read(getAgentPolicy),

  createCard: write(createCard),
  listCards: read(listCards),
  getCard: read(getCard),
  updateCard: write(updateCard),
  freezeCard: write(freezeCard),
  unfreezeCard: write(unfreezeCard),
  closeCard: write(closeCard),
  getCardPolicy: read(getCardPolicy),

  evaluateSpend: read(evaluateSpend),
  listTransactions: read(listTransactions),
  getTransaction: read(getTransaction),
  listEvents: read(listEvents),
  getEvent: read(getEvent),

  createApiKey: write(createApiKey),
  listApiKeys: read(listApiKeys),
  getApiKey: read(getApiKey),
  revokeApiKey: write(revokeApiKey),
  rotateApiKey: write(rotateApiKey),

  getTestClock: read(getTestClock),
  advanceTestClock: lengthy(advanceTestClock),

  ...intentHandlers,
  ...networkHandlers,
  ...webhookHandlers,
}
