import type pg from 'pg'
import { bucketOf } from '../lib/buckets.ts'
import { Gathered } from '../lib/gathered.ts'
import type { Card } from './cards.ts'
import type { Scope } from './scope.ts'
import type { StoredTransaction } from './transactions.ts'

/** A row by its id, as far as its caller sees it. */
type Find<Row> = (scope: Scope, id: string) => Promise<Row | undefined>

/** What is asked for most by its id: one trip reads it for all who ask at the same time. */
export interface RowsByKey {
  readonly card: Find<Card>
  readonly transaction: Find<StoredTransaction>
}

export const rowsByKey = (pool: pg.Pool): RowsByKey => ({
  card: gathered<Card>(pool, 'cards'),
  transaction: gathered<StoredTransaction>(pool, 'transactions'),
})

interface Asked extends Scope {
  readonly id: string
}

const TRIPS = { most: 128, atOnce: 2, maxWaiting: 1024 }

function gathered<Row>(pool: pg.Pool, table: 'cards' | 'transactions'): Find<Row> {
  const text = `select asked.place, ${table}.* from unnest($1::smallint[], $2::text[], $3::text[], $4::text[])
      with ordinality as asked (bucket, id, account, agent, place)
    join ${table} on ${table}.bucket = asked.bucket and ${table}.id = asked.id
    where (account_id = asked.account) is true and (asked.agent is null or agent_id = asked.agent)`
  const rows = new Gathered<Asked, Row | undefined>(async (asked) => {
    const ids = asked.map(({ id }) => id)
    const scopes = [asked.map(({ accountId }) => accountId), asked.map(({ agentId }) => agentId)]
    const found = await pool.query<Row & { place: number }>(text, [ids.map(bucketOf), ids, ...scopes])
    const byPlace = new Map<number, Row>(found.rows.map(({ place, ...row }) => [place, row as Row]))
    return asked.map((_, index) => byPlace.get(index + 1))
  }, TRIPS)
  return ({ accountId, agentId }, id) => rows.ask({ accountId, agentId, id })
}
