import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { lockCustomer, connectionsWaitingForLocks } from '../support/postgres/locks.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { planting } from './planting.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

it('makes decisions of a stopped account again, those before and after it as well', async () => {
  const { account, customers, cards, network } = service.purser
  const { id: customerId } = await customers.create({ email: 'stop@example.com' })
  const { id: cardId } = await cards.create({ customerId, policy: { requireIntent: true } })
  const pay = () => network.authorize({ cardId, amount: 100 })
  const first = await pay()
  await account.stop({ reason: 'A drill' })
  const declined = [await pay(), await network.increment(first.transactionId, { amount: 5 })]
  await account.resume({ reason: 'It is over' })
  const last = await pay()
  expect([first, ...declined, last].map(({ decision }) => decision)).toEqual([
    'approve',
    'decline',
    'decline',
    'approve',
  ])
  const { differences } = planting(service, customerId)
  expect(await differences()).toEqual([])
})

it('declines on every node what locks its customer after the stop', async () => {
  const second = await service.secondNode()
  try {
    const { id: customerId } = await service.purser.customers.create({ email: 'nodes@example.com' })
    const { id: cardId } = await service.purser.cards.create({ customerId })
    const pay = (node = second) => node.purser.network.authorize({ cardId, amount: 100 })
    expect((await pay()).decision).toBe('approve')
    const { pool } = service.database
    const release = await lockCustomer(pool, customerId)
    const waiting = pay()
    await eventually('the purchase waits for its customer', async () => (await connectionsWaitingForLocks(pool)) === 1)
    await service.purser.account.stop({ reason: 'A drill' })
    await release()
    expect((await waiting).reasons.map(({ code }) => code)).toEqual(['account_stopped'])
    await service.purser.account.resume({ reason: 'It is over' })
    expect((await pay()).decision).toBe('approve')
  } finally {
    await second.stop()
  }
})
