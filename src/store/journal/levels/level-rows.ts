import { readJournalTails } from '../tail.ts'
import { type LevelSpendFold, readSpendFoldsOfLevels } from '../checkpoint.ts'
import {
  type StoredAgentsAndCards,
  type StoredCustomer,
  readCustomerConfigurations,
  readCustomers,
} from '../configuration.ts'
import type { DatabaseTransactionConnection } from '../../connection/transaction.ts'
import type { CustomerDataToRead, AgentAndCardIds } from './customer-requests.ts'
import type { PreparedStatement } from '../../statements/query.ts'

/** The rows of levels (customers, agents and cards), as they are stored. */
export interface LevelRows {
  readonly customers: ReadonlyMap<string, StoredCustomer>
  readonly tails: Awaited<ReturnType<typeof readJournalTails>>
  readonly levels: ReadonlyMap<string, LevelSpendFold>
  readonly configurations: ReadonlyMap<string, StoredAgentsAndCards>
  /** The accounts of which all spending is stopped. */
  readonly stopped: ReadonlySet<string>
}

/**
 * Reads the rows of levels in one round trip. The customers are locked first: the statements after the locks see what was committed while
 * this transaction waited for them.
 */
export async function readLevelRows(
  connection: DatabaseTransactionConnection,
  requests: readonly CustomerDataToRead[],
  { isLocked, foldsOnly }: { isLocked: boolean; foldsOnly: boolean },
): Promise<LevelRows> {
  const heads = new Map(requests.flatMap(({ id, head }) => (head === undefined ? [] : [[id, head] as const])))
  const [customers, stopped, tails, configurations, ...levels] = await Promise.all([
    foldsOnly ? [] : readCustomers(connection, new Map(requests.map(({ id, version }) => [id, version])), { isLocked }),
    foldsOnly ? new Set<string>() : readStoppedAccounts(connection),
    readJournalTails(connection, heads),
    readCustomerConfigurations(
      connection,
      all(requests, ({ unread }) => unread),
    ),
    readSpendFoldsOfLevels(
      connection,
      'customer',
      requests.flatMap(({ id, head }) => (head === undefined ? [id] : [])),
    ),
    readSpendFoldsOfLevels(connection, 'agent', all(requests, ({ unfolded }) => unfolded).agents),
    readSpendFoldsOfLevels(connection, 'card', all(requests, ({ unfolded }) => unfolded).cards),
  ])
  return {
    customers: new Map(customers.map((customer) => [customer.id, customer])),
    stopped,
    tails,
    levels: new Map(levels.flatMap((folded) => [...folded])),
    configurations,
  }
}

const all = (
  requests: readonly CustomerDataToRead[],
  of: (request: CustomerDataToRead) => AgentAndCardIds,
): AgentAndCardIds => ({
  agents: requests.flatMap((request) => of(request).agents),
  cards: requests.flatMap((request) => of(request).cards),
})

/**
 * Reads the accounts of which all spending is stopped; mostly there are none. A node keeps no copy, so that a stop counts for every
 * transaction that sends this statement after the commit of the stop. The statement is sent after the customers are locked. As a subquery
 * of the statement that locks them, it would see the database as it was when the wait for the locks began.
 */
async function readStoppedAccounts(connection: DatabaseTransactionConnection): Promise<ReadonlySet<string>> {
  const rows = await connection.rows<{ id: string }>(selectStoppedAccounts, [])
  return new Set(rows.map(({ id }) => id))
}

const selectStoppedAccounts: PreparedStatement = {
  name: 'select-stopped-accounts',
  text: 'select id from accounts where stopped_at is not null',
}
