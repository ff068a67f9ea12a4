import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResourceType } from '../../src/domain/audit/audited-act.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { describeReplayDifference } from '../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { asTestActor } from '../support/records/acts.ts'
import { openTestVault } from '../support/test-vault.ts'

const ids = monotonicIds(systemClock)
let service: TestPurser
let customerId: string
let agentId: string
beforeAll(async () => {
  service = await startPurser()
  const { purser } = service
  customerId = (await purser.customers.create({ email: 'ada@example.com', policy: { ttlDays: 9 } })).id
  agentId = (await purser.agents.create({ customerId, externalId: 'buyer', policy: { ttlDays: 5 } })).id
})
afterAll(() => service.stop())

const newCard = async (more: object = {}) => (await service.purser.cards.create({ customerId, agentId, ...more })).id
const query = (text: string, values: unknown[]) => service.database.pool.query(text, values)

async function differences(customer?: string) {
  const found: string[] = []
  await verifyDatabase(service.database, {
    vault: await openTestVault(service.database),
    customerId: customer,
    onDifference: (difference) => found.push(describeReplayDifference(difference)),
  })
  return found
}

/** Changes a row as no operation does, with an audit entry that is a proper one of its chain. */
async function change(type: ResourceType, id: string, [column, before, after]: [string, unknown, unknown]) {
  const table = assertPresent({ card: 'cards', agent: 'agents' }[type as string], 'a table is known')
  const { rows } = await query(`update ${table} set ${column} = $2 where id = $1 returning account_id as "accountId"`, [
    id,
    after,
  ])
  const { accountId } = rows[0] as { accountId: string }
  const changes = [{ path: column, before, after }]
  await asTestActor(service.database, ids, async ({ audit }) => {
    audit.record({ accountId, customerId, resource: { type, id }, changes })
  })
}

it('purser verify finds nothing wrong with what administrators have changed', async () => {
  const { purser } = service
  const [frozen, closed, set, own] = [await newCard(), await newCard(), await newCard(), await newCard({ policy: {} })]
  await purser.cards.freeze(frozen)
  await purser.cards.update(frozen, { label: 'Ink', policy: { ttlMinutes: 90 } })
  await purser.cards.close(closed)
  await purser.cards.update(set, { limits: { perDay: 500 }, status: 'closed' })
  await purser.agents.update(agentId, { policy: { ttlDays: 4 }, status: 'paused' })
  await purser.agents.update(agentId, { status: 'active' })
  await purser.customers.update(customerId, { policy: { ttlDays: 8 } })
  const other = await purser.agents.create({ customerId, externalId: 'other', policy: { ttlDays: 1 } })
  await purser.cards.create({ customerId, agentId: other.id })
  await purser.agents.update(other.id, { status: 'disabled' })
  await purser.agents.update(other.id, { name: 'Gone' })
  await purser.agents.delete(other.id)
  const asked = await purser.changeRequests.create({ cardId: own, why: 'Ink', wanted: { policy: { ttlMinutes: 5 } } })
  await purser.changeRequests.approve(asked.id)
  const { id } = await purser.intents.declare(own, { purpose: 'Ink' })
  await purser.intents.report(id, { outcome: 'failed' })
  await purser.intents.cancel(id)
  expect(await differences()).toEqual([])
})

it('purser verify finds a closed card that was opened again, and one that was set', async () => {
  const cardId = await newCard()
  await service.purser.cards.close(cardId)
  await change('card', cardId, ['label', null, 'Ink'])
  const said = (what: string) => expect.stringContaining(`${cardId}: nobody can have changed ${what}`) as string
  expect(await differences()).toEqual([said('label: stored "Ink", replayed null')])
  await change('card', cardId, ['status', 'closed', 'active'])
  const found = await differences()
  expect(found).toContainEqual(said('status: stored "active", replayed "closed"'))
})

it('purser verify finds a disabled agent that goes on', async () => {
  const { id } = await service.purser.agents.create({ customerId, externalId: 'stopped' })
  await service.purser.agents.update(id, { status: 'disabled' })
  await change('agent', id, ['status', 'disabled', 'active'])
  const said = `${id}: nobody can have changed status: stored "active", replayed "disabled"`
  expect(await differences()).toContainEqual(expect.stringContaining(said))
})

it('purser verify finds a card that does not expire when its policies say', async () => {
  const cardId = await newCard()
  const expires = 'select expires_at::float8 as at from cards where id = $1'
  const { at } = (await query(expires, [cardId])).rows[0] as { at: number }
  await query('update cards set expires_at = expires_at + 1 where id = $1', [cardId])
  const said = `${cardId}: expires_at: stored ${at + 1}, replayed ${at}`
  expect(await differences(customerId)).toContainEqual(expect.stringContaining(said))
})
