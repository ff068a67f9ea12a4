import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const counts = async (of: 'customers' | 'agents' | 'cards', caller: Caller = api.admin) => {
  const { body } = await caller('getStatusCounts')
  return Object.fromEntries(body[of].map(({ status, count, hasMore }) => [status, hasMore ? `${count}+` : count]))
}

describe('GET /stats/counts', () => {
  it('counts what lists show, by status, of the account alone', async () => {
    const { id: customerId } = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body
    const agent = (externalId: string) => api.admin('createAgent', { body: { customerId, externalId } })
    const paused = (await agent('one')).body.id
    const deleted = (await agent('two')).body.id
    await agent('three')
    await api.admin('updateAgent', { params: { agentId: paused }, body: { status: 'paused' } })
    await api.admin('deleteAgent', { params: { agentId: deleted } })
    const card = async () => (await api.admin('createCard', { body: { customerId } })).body.id
    await api.admin('freezeCard', { params: { cardId: await card() } })
    await api.admin('closeCard', { params: { cardId: await card() } })
    await card()
    await card()
    expect(await counts('customers')).toEqual({ active: 1, suspended: 0 })
    expect(await counts('agents')).toEqual({ active: 1, paused: 1, disabled: 0 })
    expect(await counts('cards')).toEqual({ active: 2, frozen: 1, closed: 1 })
    expect(await counts('cards', await api.otherAccount())).toEqual({ active: 0, frozen: 0, closed: 0 })
    expect(await counts('cards', await api.as('read'))).toMatchObject({ active: 2 })
  })

  it('stops at a thousand', async () => {
    const caller = await api.otherAccount()
    const { id } = (await caller('createCustomer', { body: { email: 'b@example.com' } })).body
    const { id: cardId } = (await caller('createCard', { body: { customerId: id } })).body
    await api.rig.test.database.pool.query(
      `insert into cards select (jsonb_populate_record(cards, jsonb_build_object('id', 'card_' || lpad(n::text, 24, '0') || right(cards.id, 2)))).*
        from cards, generate_series(1, 1000) n where cards.id = $1`,
      [cardId],
    )
    expect(await counts('cards', caller)).toMatchObject({ active: '1000+' })
    await api.rig.test.database.pool.query(
      `delete from cards where id like 'card_00000%' and id = (select min(id) from cards)`,
    )
    expect(await counts('cards', caller)).toMatchObject({ active: 1_000 })
  })
})
