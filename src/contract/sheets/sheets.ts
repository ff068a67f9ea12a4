import { agentSheet } from './agent.ts'
import { cardSheet } from './card.ts'
import { customerSheet } from './customer.ts'
import { webhookSheet } from './webhook.ts'

/** The sheets of the resources that files of `purser apply` describe, by the names of their lists. */
export const resourceSheets = {
  customers: customerSheet,
  agents: agentSheet,
  cards: cardSheet,
  webhooks: webhookSheet,
} as const
