import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { citusTestNeed, testsWithNeeds } from '../support/needs.ts'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { tour } from '../statements/tour.ts'
import { startNode, type TestNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

interface Sent {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** As EXPLAIN (FORMAT JSON) tells of a statement on a coordinator. */
interface Plan {
  readonly 'Custom Plan Provider'?: string
  readonly 'Distributed Query'?: { readonly Job?: { readonly 'Task Count': number } }
  readonly Plans?: readonly Plan[]
}

/** An update in a CTE before an insert: Citus runs it, one row by its key and then the insert, and does not explain it. */
const NOT_EXPLAINED = new Set(['append-audit-entries'])

// PURSER_TEST_CITUS_URL leads to a coordinator: without, these are skipped.
testsWithNeeds(citusTestNeed).describe('the statements that the service names itself', () => {
  /** By name, each as it was sent. */
  const hot = new Map<string, Sent[]>()
  let test: TestDatabase
  let database: Database
  let node: TestNode

  beforeAll(async () => {
    test = await createTestDatabase()
    database = openDatabase({ connection: test.connection, maxConnections: 4, onConnection: listen(hot) })
    node = await startNode(database, { PURSER_TEST_CLOCK: 'true' })
    await tour(node.baseUrl)
  })
  afterAll(async () => {
    await node.stop()
    await database.close()
    await test.drop()
  })

  it('are those of the hot path', () => {
    const names = [...hot.keys()]
    expect(names).toEqual(expect.arrayContaining(['lock-customers', 'transaction-tails', 'select-replies']))
    expect(names.length).toBeGreaterThan(40)
  })

  it('are one task on one shard', async () => {
    const several = new Map<string, number>()
    for (const { name, text, values } of [...hot.values()].flat()) {
      if (NOT_EXPLAINED.has(name)) continue
      const { rows } = await test.database.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        text: `explain (format json) ${text}`,
        values,
      })
      const tasks = Math.max(...tasksOf(rows[0]?.['QUERY PLAN'][0].Plan))
      if (tasks > 1) several.set(name, Math.max(tasks, several.get(name) ?? 0))
    }
    expect([...several]).toEqual([])
  })
})

/** Statements with a name of their own, and not that of their text. */
const listen = (hot: Map<string, Sent[]>) => (client: pg.ClientBase) => {
  const send = client.query.bind(client) as (...sent: unknown[]) => unknown
  client.query = ((...sent: unknown[]) => {
    const { name, text, values } = (sent[0] ?? {}) as Partial<Sent>
    if (name !== undefined && text !== undefined) {
      const known = hot.get(name) ?? []
      if (known.length < 5) hot.set(name, [...known, { name, text, values: values ?? [] }])
    }
    return send(...sent)
  }) as typeof client.query
}

const tasksOf = (plan: Plan | undefined): number[] =>
  plan === undefined
    ? [0]
    : [plan['Distributed Query']?.Job?.['Task Count'] ?? 0, ...(plan.Plans ?? []).flatMap(tasksOf)]
