import pg from 'pg'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) tells of it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A statement that was sent, with the plan that it had. */
export interface SeenStatement {
  readonly text: string
  readonly plan: PlanNode
}

export interface ExplainedDatabase {
  readonly database: Database
  readonly connection: PostgresSocketConnection
  /** What was sent since the last time that it was asked. */
  take(): SeenStatement[]
  /** The texts that connections have prepared, and how often they were planned for one call. */
  prepared(): Promise<{ text: string; plannedForOne: number }[]>
  drop(): Promise<void>
}

/** As the server says it, for every statement that ends: with the rows that it really read. */
const EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_parameter_max_length': '0',
}

/** A database whose service connections tell the plan of each statement, whoever sends it. No table is ever analyzed by itself. */
export async function createExplainedDatabase(): Promise<ExplainedDatabase> {
  const test = await createTestDatabase()
  const client = new pg.Client(test.connection)
  await client.connect()
  const name = pg.escapeIdentifier(test.connection.database)
  for (const [setting, value] of Object.entries(EXPLAIN)) {
    await client.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
  }
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { table } of rows) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await client.end()

  let seen: SeenStatement[] = []
  const open = new Set<pg.ClientBase>()
  const onConnection = (one: pg.ClientBase) => {
    open.add(one)
    one.on('end', () => open.delete(one))
    one.on('notice', ({ message = '' }) => {
      const plan = planIn(message)
      if (plan) seen.push(plan)
    })
  }
  const database = openDatabase({ connection: test.connection, maxConnections: 4, onConnection })
  const take = () => {
    const taken = seen
    seen = []
    return taken
  }
  const prepared = async () => {
    const text = 'select statement as text, custom_plans as "plannedForOne" from pg_prepared_statements'
    const all = await Promise.all([...open].map((one) => one.query<{ text: string; plannedForOne: number }>(text)))
    return all.flatMap((result) => result.rows)
  }
  const drop = async () => {
    await database.close()
    await test.drop()
  }
  return { database, connection: test.connection, take, prepared, drop }
}

function planIn(message: string): SeenStatement | null {
  const [, json] = message.split(/plan:\n/)
  if (json === undefined) return null
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  return { text, plan }
}
