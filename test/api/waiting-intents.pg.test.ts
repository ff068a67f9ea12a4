import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MAX_WAITING_INTENTS } from '../../src/contract/intents.ts'
import { bucketOf } from '../../src/lib/buckets.ts'
import { copyRow } from '../support/copy-row.ts'
import { type Api, startApi } from './typed-api.ts'

let api: Api
let customerId: string
let cardId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())
beforeEach(async () => {
  cardId = (await api.admin('createCard', { body: { customerId } })).body.id
})

const declare = (body: object = {}) =>
  api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink', ttlMinutes: 1, ...body } })
const cancel = (intentId: string) => api.admin('cancelIntent', { params: { intentId } })

async function copy(intentId: string, copies: number, changes: object = {}): Promise<void> {
  const { ids, database } = api.rig.deps
  const own = Array.from({ length: copies }, () => ({
    client_id: null,
    ...changes,
    id: ids('int', bucketOf(intentId)),
  }))
  await copyRow(database.pool, 'intents', intentId, own)
  await database.pool.query(`update customers set version = version || '.'`) // whoever adds intents gives them another version
}

it('a card has so many intents that wait and not one more; those that are over take no room', async () => {
  const first = await declare({ intentId: 'a' })
  const last = MAX_WAITING_INTENTS - 1
  await copy(first.body.id, last - 501)
  await copy(first.body.id, 500, { status: 'pending_approval' })
  for (const status of ['canceled', 'matched', 'expired']) await copy(first.body.id, 5, { status })
  await copy(first.body.id, 5, { expires_at: api.clock.time }) // that no sweeper has seen yet

  const answers = await Promise.all(Array.from({ length: 10 }, () => declare()))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.error).toMatchObject({ code: 'intent_conflict', details: { limit: MAX_WAITING_INTENTS } })

  const again = await declare({ intentId: 'a' })
  expect([again.status, again.body]).toEqual([200, first.body])
  const other = await declare({ intentId: 'a', purpose: 'Paper' })
  expect([other.status, other.body.error?.param]).toEqual([409, 'intentId'])

  await cancel(first.body.id)
  expect((await declare()).status).toBe(201)
  expect((await declare()).status).toBe(409)
  api.clock.time += 60_000
  expect((await declare()).status).toBe(201)
})

it('another card of the customer has room of its own', async () => {
  await copy((await declare()).body.id, MAX_WAITING_INTENTS)
  expect((await declare()).status).toBe(409)
  cardId = (await api.admin('createCard', { body: { customerId } })).body.id
  expect((await declare()).status).toBe(201)
})
