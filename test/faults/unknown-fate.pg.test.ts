import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.ts'
import { present } from '../../src/lib/assert.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { UnknownFateError } from '../../src/store/database-errors.ts'
import type { Database } from '../../src/store/database.ts'
import { startNode } from '../support/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { unobserved } from '../support/unobserved.ts'

/** The server has committed, and the connection is lost before it can say so: once for each cut that is asked for. */
let test: TestDatabase
let cut: string | null = null
beforeAll(async () => {
  test = await createTestDatabase()
  cutAtCommits(test.database)
})
afterAll(() => test.drop())

interface Wire {
  emit(name: string, message?: { text: string }): boolean
  readonly stream: { destroy(error: Error): void }
}

function cutAtCommits(database: Database): void {
  database.pool.on('connect', (client) => {
    const wire = (client as pg.PoolClient & { connection: Wire }).connection
    const emit = wire.emit.bind(wire)
    let isCut = false
    wire.emit = (name: string, message?: { text: string }) => {
      if (cut !== null && name === 'commandComplete' && message?.text === 'COMMIT') {
        isCut = true
        wire.stream.destroy(Object.assign(new Error('the link went away'), { code: cut }))
        cut = null
      }
      return isCut && name !== 'error' && name !== 'end' ? false : emit(name, message)
    }
  })
}

const card = async () => {
  const node = await startNode(test.database)
  const { id: customerId } = await node.purser.customers.create({ email: 'ada@example.com' })
  const { id } = await node.purser.cards.create({ customerId })
  await node.stop()
  const ofCard = 'select id as "cardId", account_id as "accountId" from cards where id = $1'
  const { rows } = await test.database.pool.query<{ cardId: string; accountId: string }>(ofCard, [id])
  return present(rows[0], 'the card was made')
}

const startEngine = (calmBatches: number) =>
  createEngine(
    { pool: test.database.pool, clock: systemClock, ids: monotonicIds(systemClock), holdMs: 1000, timeoutMs: 1500 },
    { maxQueue: 10, maxBatch: 10, lanes: 1, calmBatches },
    unobserved,
  )

it.each(
  ['ECONNRESET', 'EHOSTDOWN', 'EPROTO', 'ERR_SSL_BAD_RECORD_MAC', 'EWHATEVER'].flatMap((code) =>
    [1000, 0].map((calmBatches) => [code, calmBatches] as const),
  ),
)('%s at a commit, decided ahead after %i batches: a hold for each command, and not two', async (code, calmBatches) => {
  const { cardId, accountId } = await card()
  const engine = startEngine(calmBatches)
  const buy = () =>
    engine.submit({
      kind: 'authorize',
      accountId,
      cardId,
      amount: 7,
      currency: 'USD',
      merchant: {},
      networkReference: null,
      credentialsValid: true,
    })
  await buy() // read, and copied
  cut = code
  const answers = await Promise.allSettled([buy(), buy(), buy()]) // one batch
  expect(cut).toBe(null)
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(UnknownFateError) })
  }
  const holds = `select count(*)::int as holds from transactions where card_id = $1`
  expect((await test.database.pool.query(holds, [cardId])).rows).toEqual([{ holds: 4 }])
  expect(await buy()).toMatchObject({ kind: 'outcome', outcome: { kind: 'decided' } })
  await engine.stop()
})
