import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../src/store/connection/create-database.ts'
import { openDatabase } from '../../../src/store/connection/database.ts'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { eventually } from '../../support/eventually.ts'
import { testsWithNeeds, singlePostgres } from '../../support/needs.ts'
import { type NodeProcess, startNodeOfCheckout, startNodeProcess } from '../../support/processes/node-process.ts'
import { type Checkout, checkOutVersionBefore, versionBefore } from './checkouts.ts'
import { type Caller, openPurchases } from './purchases.ts'

/** In cents. A run sends more purchases of one cent than this. */
const LIMIT = 100

testsWithNeeds(versionBefore, singlePostgres).describe('the version before and this one', () => {
  const server = inject('postgres')
  let before: Checkout
  let connection: PostgresSocketConnection
  let nodes: NodeProcess[] = []
  beforeAll(async () => {
    before = await checkOutVersionBefore()
  })
  afterAll(() => before.delete())
  afterEach(async () => {
    for (const { process } of nodes) process.child.kill('SIGKILL')
    await Promise.all(nodes.map(({ process }) => process.ended))
    nodes = []
    await dropDatabase(server, connection.database)
  })

  const versions = {
    before: () => startNodeOfCheckout(before.folder, connection),
    now: () => startNodeProcess(connection),
  }
  const start = async (version: keyof typeof versions): Promise<Caller> => {
    const node = await versions[version]()
    nodes.push(node)
    return { baseUrl: node.baseUrl, stop: () => end(node) }
  }
  const end = async ({ process }: NodeProcess) => {
    process.child.kill('SIGTERM')
    expect(await process.ended).toBe(0)
  }

  it.each([
    ['before', 'now'],
    ['now', 'before'],
  ] as const)(
    'decide together on a database that the version %s has made, while each restarts: nothing is lost, doubled or above its limit',
    async (first, second) => {
      connection = await createDatabase(server, `versions_${randomBytes(8).toString('hex')}`)
      const one = await start(first)
      const purchases = await openPurchases(one, LIMIT)
      const other = await start(second)
      purchases.ask(other)
      const isAsked = (times: number) => {
        const from = purchases.answered()
        return eventually('both are asked', () => purchases.answered() >= from + times)
      }
      await isAsked(40)
      for (const [version, running] of [
        [first, one],
        [second, other],
      ] as const) {
        purchases.leave(running)
        await running.stop()
        await isAsked(20)
        purchases.ask(await start(version))
        await isAsked(40)
      }
      const answers = await purchases.stop()

      const database = openDatabase({ connection, maxConnections: 4 })
      try {
        const { rows } = await database.pool.query<{ reference: string; id: string; decision: string }>(
          'select network_reference as reference, id, decision from transactions order by network_reference',
        )
        expect(rows.map(({ reference, id }) => [reference, id])).toEqual(
          [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
        expect(rows.filter(({ decision }) => decision === 'approve')).toHaveLength(LIMIT)
        expect(await verifyDifferencesOf(database)).toEqual([])
      } finally {
        await database.close()
      }
    },
  )
})
