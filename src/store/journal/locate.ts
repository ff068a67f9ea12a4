import { GIVEN_IDS, idParameters } from '../sharding/given-rows.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'
import type { ServerPool } from '../connection/server-pools.ts'

/** What is named by an id. A transaction and an intent have the levels of their card. */
export interface Named {
  readonly kind: 'card' | 'transaction' | 'intent' | 'agent'
  readonly id: string
}

/** The levels beneath which things are: they never change. Null: there is no such thing. */
export async function locate(pool: ServerPool, named: readonly Named[]): Promise<(LevelIds | null)[]> {
  const rows = await Promise.all(
    (['card', 'transaction', 'intent', 'agent'] as const).map(async (kind) => {
      const ids = named.flatMap((one) => (one.kind === kind ? [one.id] : []))
      if (ids.length === 0) return []
      const { rows: found } = await pool.query<Row>({ ...statements[kind], values: idParameters(ids) })
      return found
    }),
  )
  const found = new Map(rows.flat().map((row) => [row.id, row]))
  return named.map(({ id }) => {
    const row = found.get(id)
    return row ? { customerId: row.customer_id, agentId: row.agent_id, cardId: row.card_id } : null
  })
}

interface Row {
  id: string
  customer_id: string
  agent_id: string | null
  card_id: string | null
}

const statement = (kind: Named['kind'], columns: string, more = '') => ({
  name: `locate-${kind}`,
  text: `select given.id, ${columns} from ${GIVEN_IDS}
    join ${kind}s found on found.bucket = given.bucket and found.id = given.id ${more}`,
})
const statements = {
  card: statement('card', 'found.customer_id, found.agent_id, found.id as card_id'),
  transaction: statement('transaction', 'found.customer_id, found.agent_id, found.card_id'),
  intent: statement('intent', 'found.customer_id, found.agent_id, found.card_id'),
  agent: statement('agent', 'found.customer_id, found.id as agent_id, null as card_id', 'and found.deleted_at is null'),
}
