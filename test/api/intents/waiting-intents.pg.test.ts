import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_INTENTS_PENDING_APPROVAL, MAX_WAITING_INTENTS } from '../../../src/contract/resources/intents.ts'
import { bucketOfId } from '../../../src/lib/buckets.ts'
import { copyTableRow } from '../../support/postgres/copy-row.ts'
import { type Api, startApi } from '../typed-api.ts'

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
    id: ids('int', bucketOfId(intentId)),
  }))
  await copyTableRow(database.pool, 'intents', intentId, own)
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
  expect([other.status, other.body.purpose, other.body.id]).toEqual([200, 'Paper', first.body.id])

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

describe('intents that wait for a person', () => {
  const asks = { requireApproval: true }
  const newCard = async (agentId?: string) =>
    (
      await api.admin('createCard', {
        body: { customerId, policy: asks, ...(agentId === undefined ? {} : { agentId }) },
      })
    ).body.id
  const statuses = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => declare()))
    return Map.groupBy(answers, ({ status }) => status)
  }

  it.each(['an agent with two cards', 'a card without an agent'])('%s has at most 20 of them', async (whose) => {
    const isAgent = whose.startsWith('an agent')
    const externalId = `bot-${isAgent}`
    const agentId = isAgent ? (await api.admin('createAgent', { body: { customerId, externalId } })).body.id : undefined
    cardId = await newCard(agentId)
    const first = await declare({ intentId: 'first' })
    expect((await statuses(9)).get(201)).toHaveLength(9)
    if (isAgent) cardId = await newCard(agentId)
    const many = await statuses(15)
    expect([many.get(201)?.length, many.get(409)?.length]).toEqual([10, 5])
    expect(many.get(409)?.[0]?.body.error).toMatchObject({
      code: 'too_many_waiting',
      details: { waiting: 20, limit: MAX_INTENTS_PENDING_APPROVAL },
    })

    await api.admin('approveIntent', { params: { intentId: first.body.id }, body: {} })
    expect([(await declare()).status, (await declare()).status]).toEqual([201, 409])
    api.clock.time += 1440 * 60_000
    expect((await declare()).status).toBe(201)
  })

  it('leaves intents that no person decides alone', async () => {
    cardId = await newCard()
    expect((await statuses(20)).get(201)).toHaveLength(20)
    await api.admin('updateCard', { params: { cardId }, body: { policy: { autoApproveBelow: 500 } } })
    expect((await declare({ expectedAmount: 400 })).status).toBe(201)
    expect((await declare({ expectedAmount: 600 })).status).toBe(409)
  })
})
