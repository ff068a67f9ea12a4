import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeReplayDifference } from '../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openTestVault } from '../support/test-vault.ts'

let service: TestPurser
let customerId: string
let cardId: string

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  const { purser } = service
  customerId = (await purser.customers.create({ email: 'sums@example.com' })).id
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'buyer' })
  const policy = { limits: { perAuth: 1_000 }, blockedMerchants: ['Casino'] }
  cardId = (await purser.cards.create({ customerId, agentId, policy })).id
  const { id: ownCardId } = await purser.cards.create({ customerId })
  const buy = async (amount: number, merchant: object = {}, card = cardId) =>
    (await purser.network.authorize({ cardId: card, amount, merchant })).transactionId
  await buy(5_000, { name: 'Casino', mcc: '7995' })
  await buy(300, { name: '\u00a0 Ink\t' }, ownCardId)
  const held = await buy(400, { name: 'Ink', mcc: '5943' })
  await purser.network.increment(held, { amount: 10 })
  await purser.testClock.advance({ seconds: 40 * 86_400 })
  const settled = await buy(500)
  await purser.network.settle(settled, { amount: 450, final: true })
  await purser.network.refund({ transactionId: settled, amount: 10 })
  await purser.network.forceCapture({ cardId, amount: 700, merchant: { name: 'Ink' } })
})
afterAll(() => service.stop())

const differences = async (customer?: string) => {
  const found: string[] = []
  await verifyDatabase(service.database, {
    vault: await openTestVault(service.database),
    customerId: customer,
    onDifference: (difference) => found.push(describeReplayDifference(difference)),
  })
  return found
}
const query = (text: string, values: unknown[] = []) => service.database.pool.query(text, values)
const day = (at = '') => expect.stringContaining(`: sum of the day ${at}`) as unknown as string

it('purser verify finds the sums as the journals have them, folded or not', async () => {
  expect(await differences()).toEqual([])
  await service.purser.stats.spend()
  const { rowCount } = await query('select from spend_sums')
  expect(rowCount).toBeGreaterThan(50)
  expect(await differences()).toEqual([])
  expect(await differences(customerId)).toEqual([])
})

it('purser verify finds a sum that was changed, one that is missing, and one that belongs to nothing', async () => {
  const ofCard = `scope_id = $1 and grouped_by = 'none' and length = 'day' and declined_count > 0`
  await query(`update spend_sums set approved_amount = approved_amount + 1 where ${ofCard}`, [cardId])
  expect(await differences(customerId)).toEqual([day()])
  expect(await differences()).toEqual([
    expect.stringMatching(
      /card_\w+: sum of the day .*: stored \[1,411,1,5000,410,410,0,0\], replayed \[1,410,1,5000,410,410,0,0\]$/,
    ),
  ])
  await query(`update spend_sums set group_key = 'x' where ${ofCard}`, [cardId])
  expect(await differences(customerId)).toEqual([
    expect.stringMatching(/stored null, replayed \[1,410,1,5000,410,410,0,0\]$/),
    expect.stringMatching(/stored \[1,411,1,5000,410,410,0,0\], replayed null$/),
  ])
  await query(`delete from spend_sums where scope_id = $1 and group_key = 'x'`, [cardId])
  const [missing] = await differences(customerId)
  expect(missing).toMatch(/stored null, replayed \[1,410,1,5000,410,410,0,0\]$/)
})
