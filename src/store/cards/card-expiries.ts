import type { CardExpiryChange, OpenCardExpiryFields } from '../../domain/changes/expiries.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import type { LockedCustomer } from '../locks/customer-lock.ts'
import { cardsTable } from '../rows/cards.ts'

/**
 * Reads the open cards of a customer or, with `agentId`, of one of its agents. The agent's policy is read by a subquery, not a join: for a
 * join on bucket and id, a plan that was made while there were few agents would read the whole bucket for each card.
 */
export const openCardsOfCustomerOrAgent = (
  { tx, customer }: LockedCustomer,
  { agentId }: { agentId: string | null },
): Promise<OpenCardExpiryFields[]> =>
  tx
    .selectFrom('cards')
    .select(({ selectFrom }) => [
      'cards.id as id',
      'cards.customer_id as customerId',
      'cards.created_at as createdAt',
      'cards.expires_at as expiresAt',
      'cards.policy as policy',
      selectFrom('agents')
        .select('policy')
        .where('agents.bucket', '=', bucketOfId(customer.id))
        .whereRef('agents.id', '=', 'cards.agent_id')
        .as('agentPolicy'),
    ])
    .where('cards.bucket', '=', bucketOfId(customer.id))
    .where(agentId === null ? 'cards.customer_id' : 'cards.agent_id', '=', agentId ?? customer.id)
    .where('cards.status', '<>', 'closed')
    .execute()

/** Makes the statement that saves changed expiries of cards. */
export const cardExpirySaveStatements = (changes: readonly CardExpiryChange[]): ResourceSaveStatements => ({
  customerIds: [...new Set(changes.map(({ customerId }) => customerId))],
  audited: [],
  queries: updateExpiries(changes),
  events: [],
})

const updateExpiries = cardsTable.updating(['expiresAt'], 'card-expiries')
