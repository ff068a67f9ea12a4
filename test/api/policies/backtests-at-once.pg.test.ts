import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { testsWithNeeds, singlePostgres } from '../../support/needs.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  // The default of the service: a node with fewer connections runs fewer backtests.
  api = await startApi({ maxConnections: 20 })
})
afterAll(() => api.stop())

/** Makes a card with a purchase, and returns what asks for a backtest of it with a key of the account. */
async function cardOf(admin: Caller) {
  const { id: customerId } = (await admin('createCustomer', { body: { email: 'a@example.com' } })).body
  const { id } = (await admin('createCard', { body: { customerId } })).body
  await admin('createAuthorization', { body: { cardId: id, amount: 100 } })
  return (caller: Caller) => caller('backtestPolicy', { body: { level: 'card', id, policy: { maxAmount: 1 } } })
}

/** Runs work while nobody can read purchases. `waiting` counts the statements that want to. */
async function whileLocked<T>(work: (waiting: () => Promise<number>) => Promise<T>): Promise<T> {
  const client = new pg.Client(api.rig.test.connection)
  await client.connect()
  try {
    await client.query('begin; lock table transactions in access exclusive mode')
    return await work(async () => {
      const text = `select 1 from pg_locks where not granted and relation = 'transactions'::regclass`
      return (await client.query(text)).rows.length
    })
  } finally {
    await client.end()
  }
}

testsWithNeeds(singlePostgres).describe('backtests of many keys', () => {
  it('of an account run one at a time, beside one of another account', async () => {
    const own = await cardOf(api.admin)
    const other = await api.otherAccount()
    const others = await cardOf(other)
    const keys = await Promise.all(Array.from({ length: 6 }, () => api.as('read')))
    const answers = await whileLocked(async (waiting) => {
      const flood = keys.map(own)
      await eventually('a backtest of the account reads', async () => (await waiting()) > 0)
      const beside = others(other)
      await eventually('the one of the other account reads beside it', async () => (await waiting()) > 1)
      expect(await waiting()).toBe(2)
      return [beside, ...flood]
    }).then((all) => Promise.all(all))
    const [beside, ...flood] = answers.map(({ status }) => status)
    expect(beside).toBe(200)
    expect(flood).toContain(200)
  })
})
