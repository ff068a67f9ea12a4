import { GIVEN_IDS_TABLE_SQL, givenIdsSqlParameters } from '../statements/given-rows.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import type { DatabaseServerPool } from '../connection/server-pools.ts'

/** An object that a caller names by its id. A transaction and an intent have the same levels as their card. */
export interface ObjectToLocateLevelsOf {
  readonly kind: 'card' | 'transaction' | 'intent' | 'agent'
  readonly id: string
}

/**
 * Looks up the ids of the levels to which objects belong, which never change. The card of a one-time card is its parent. Resolves with null for an object that does not exist. Rejects
 * with the database's error.
 */
export async function locateLevelIdsOfObjects(
  pool: DatabaseServerPool,
  named: readonly ObjectToLocateLevelsOf[],
): Promise<(SpendingLevelIds | null)[]> {
  const rows = await Promise.all(
    (['card', 'transaction', 'intent', 'agent'] as const).map(async (kind) => {
      const ids = named.flatMap((one) => (one.kind === kind ? [one.id] : []))
      if (ids.length === 0) return []
      const located = await pool.query<Row>({ ...statements[kind], values: givenIdsSqlParameters(ids) })
      return located.rows
    }),
  )
  const rowById = new Map(rows.flat().map((row) => [row.id, row]))
  return named.map(({ id }) => {
    const row = rowById.get(id)
    if (row === undefined) return null
    const levels = { customerId: row.customer_id, agentId: row.agent_id, cardId: row.card_id }
    return row.one_time_card_id === null ? levels : { ...levels, oneTimeCardId: row.one_time_card_id }
  })
}

interface Row {
  id: string
  customer_id: string
  agent_id: string | null
  card_id: string | null
  one_time_card_id: string | null
}

const statement = (kind: ObjectToLocateLevelsOf['kind'], columns: string, more = '') => ({
  name: `locate-${kind}`,
  text: `select given.id, ${columns} from ${GIVEN_IDS_TABLE_SQL}
    join ${kind}s stored on stored.bucket = given.bucket and stored.id = given.id ${more}`,
})
const statements = {
  card: statement(
    'card',
    `stored.customer_id, stored.agent_id, coalesce(stored.parent_card_id, stored.id) as card_id,
      case when stored.parent_card_id is not null then stored.id end as one_time_card_id`,
  ),
  transaction: statement('transaction', 'stored.customer_id, stored.agent_id, stored.card_id, stored.one_time_card_id'),
  intent: statement('intent', 'stored.customer_id, stored.agent_id, stored.card_id, null as one_time_card_id'),
  agent: statement(
    'agent',
    'stored.customer_id, stored.id as agent_id, null as card_id, null as one_time_card_id',
    'and stored.deleted_at is null',
  ),
}
