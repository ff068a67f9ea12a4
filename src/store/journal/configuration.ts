import {
  loadedAgentOfRow,
  loadedCardOfRow,
  loadedCustomerOfRow,
  loadedIntentOfStateRow,
  type AgentStateRow,
  type CardStateRow,
  type CustomerStateRow,
  type IntentStateRow,
} from '../rows/states.ts'
import type { LoadedCustomer } from '../../domain/batch/working-set.ts'
import type { LoadedAgent } from '../../domain/loaded-levels.ts'
import { OPEN_SUBSCRIPTIONS_SQL } from '../subscriptions/open-subscriptions.ts'
import { isIntentWaitingSql } from '../statements/waiting-intents.ts'
import { GIVEN_IDS_TABLE_SQL, givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import { arrayParameter } from '../statements/binary-array.ts'
import { readRowsByIds, selectByIdsStatement } from './by-ids.ts'
import type { CachedCard } from './cache/cached-customer.ts'
import type { AgentAndCardIds } from './levels/customer-requests.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

/** A row of `customers`. Its columns are not sent if the reader already has them in the row's version. */
export interface StoredCustomer {
  readonly id: string
  readonly version: string
  /** The customer's columns. Null: the customer is still in the version that the reader has. */
  readonly state: Omit<LoadedCustomer, 'last'> | null
}

/**
 * Reads the rows of customers. `known`: the version that the reader has of each customer, or null for none. `isLocked`: the rows are locked
 * until the transaction ends. They are locked in id order, as in every transaction that locks several customers.
 */
export async function readCustomers(
  connection: DatabaseTransactionConnection,
  known: ReadonlyMap<string, string | null>,
  { isLocked }: { isLocked: boolean },
): Promise<StoredCustomer[]> {
  if (known.size === 0) return []
  const ids = [...known.keys()]
  const statement = isLocked ? lockCustomers : selectCustomers
  const rows = await connection.rows<CustomerRow>(
    statement,
    givenRowsSqlParameters(ids, [arrayParameter('text', ids), arrayParameter('text', [...known.values()])]),
  )
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    state: row.version === known.get(row.id) ? null : loadedCustomerOfRow(row),
  }))
}

/** The agents and cards that were read beneath one customer. */
export interface StoredAgentsAndCards {
  readonly agents: LoadedAgent[]
  readonly cards: CachedCard[]
}

/** Reads agents, and cards with their waiting intents and their subscriptions. Resolves with them by customer. */
export async function readCustomerConfigurations(
  connection: DatabaseTransactionConnection,
  { agents, cards }: AgentAndCardIds,
): Promise<Map<string, StoredAgentsAndCards>> {
  if (agents.length + cards.length === 0) return new Map()
  const [agentRows, cardRows, intentRows] = await Promise.all([
    readRowsByIds<AgentStateRow>(connection, selectAgents, agents),
    readRowsByIds<CardStateRow>(connection, selectCards, cards),
    readRowsByIds<IntentStateRow>(connection, selectWaitingIntents, cards),
  ])
  const intents = Map.groupBy(intentRows, ({ card_id }) => card_id)
  const byCustomer = new Map<string, StoredAgentsAndCards>()
  for (const row of agentRows) entryOf(byCustomer, row.customer_id).agents.push(loadedAgentOfRow(row))
  for (const row of cardRows) {
    const own = (intents.get(row.id) ?? []).map(loadedIntentOfStateRow).toSorted(byAge)
    entryOf(byCustomer, row.customer_id).cards.push({ state: loadedCardOfRow(row), intents: own })
  }
  return byCustomer
}

function entryOf(byCustomer: Map<string, StoredAgentsAndCards>, customerId: string): StoredAgentsAndCards {
  const known = byCustomer.get(customerId)
  if (known !== undefined) return known
  const nothing: StoredAgentsAndCards = { agents: [], cards: [] }
  byCustomer.set(customerId, nothing)
  return nothing
}

const byAge = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

interface CustomerRow extends CustomerStateRow {
  version: string
}

/**
 * Writes SQL that selects columns of customers, cast by `type` (such as `::text`). They are null if the reader already has them in the
 * row's version.
 */
const unlessKnown = (columns: readonly string[], type = ''): string =>
  columns
    .map((name) => `case when c.version is distinct from given.version then c.${name}${type} end as ${name}`)
    .join(', ')

const customers = (name: string, end: string): PreparedStatement => ({
  name,
  text: `select c.id, c.version, ${unlessKnown(['account_id', 'currency', 'status', 'name', 'cost_center'])},
      ${unlessKnown(['policy', 'shadow_policy', 'limits'], '::text')}
    from ${givenRowsTableSql({ id: 'text', version: 'text' })}
      join customers c on c.bucket = given.bucket and c.id = given.id ${end}`,
})
const lockCustomers = customers('lock-customers', 'order by c.id for update of c')
const selectCustomers = customers('select-customers', '')

const selectAgents = selectByIdsStatement(
  'select-agents',
  'agents',
  'stored.id, customer_id, name, status, cost_center, policy::text, shadow_policy::text, limits::text',
)
const selectCards = selectByIdsStatement(
  'select-cards',
  'cards',
  `stored.id, account_id, customer_id, agent_id, status, usage, last4, label, cost_center, policy::text, shadow_policy::text, limits::text, created_at, expires_at,
    merchant_lock, consumed_at, first_spend_at, failed_credentials, last_attested_at, issuer, parent_card_id, stored.intent_id, ${OPEN_SUBSCRIPTIONS_SQL} as subscriptions`,
)
const selectWaitingIntents: PreparedStatement = {
  name: 'select-waiting-intents',
  text: `select i.* from ${GIVEN_IDS_TABLE_SQL} cross join lateral (
      select id, card_id, status, declared, ceiling, created_at, expires_at, decided_by, one_time_card_id, json_array_length(corrections) as corrected, exists (
        select from challenges c where c.bucket = given.bucket and c.intent_id = intents.id and c.status = 'approved'
      ) as authenticated from intents
      where bucket = given.bucket and card_id = given.id and ${isIntentWaitingSql}
      order by id) i`,
}
