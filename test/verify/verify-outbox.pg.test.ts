import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { change, keep, planting, type Planting } from './planting.ts'

let service: TestPurser
let sink: WebhookSink
let customerId: string
let webhookId: string
/** A delivery that has arrived, and one that waits for its second attempt. */
let arrived: string
let waiting: string
let plant: Planting['plant']
let differences: Planting['differences']

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true', PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true' })
  sink = await openWebhookSink()
  const { purser, database } = service
  const events = ['transaction.created', 'transaction.settled'] as const
  webhookId = (await purser.webhooks.create({ url: sink.url, events: [...events] })).id
  await purser.webhooks.create({ url: sink.url, events: ['*'], status: 'disabled' })
  sink.answerWith((_request, index) => ({ status: index === 0 ? 500 : 200 }))
  await purser.testClock.advance({ seconds: 3600 })
  customerId = (await purser.customers.create({ email: 'outbox@example.com' })).id
  const { id: cardId } = await purser.cards.create({ customerId })
  for (const amount of [1, 2, 3]) {
    const { transactionId } = await purser.network.authorize({ cardId, amount })
    await purser.network.settle(transactionId)
  }
  await purser.webhooks.test(webhookId)
  await purser.testClock.advance({ seconds: 60 }) // all are tried; the first one waits for its second attempt
  ;({ plant, differences } = planting(service, customerId))
  arrived = await firstDelivery(service, `event_type = 'transaction.settled'`)
  waiting = await firstDelivery(service, `status = 'pending'`)
  await database.pool.query('create table kept_deliveries as select * from deliveries where false')
})
afterAll(async () => {
  await service.stop()
  await sink.close()
})

async function firstDelivery({ database }: TestPurser, where: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(`select min(id) as id from deliveries where ${where}`)
  return rows[0]?.id ?? ''
}

it('purser verify finds nothing where nothing is wrong, whatever has been delivered', async () => {
  expect(await differences()).toEqual([])
  expect(sink.requests).toHaveLength(7)
})

describe('purser verify finds', () => {
  it('a delivery that is missing', async () => {
    const [corrupt, repair] = keep('deliveries', 'id = $1')
    expect(await plant(corrupt, repair, [arrived])).toEqual([
      expect.stringMatching(
        new RegExp(`^${customerId} #\\d+ evt_\\w+: deliveries to ${webhookId}: stored 0, replayed 1$`),
      ),
    ])
  })

  it('a delivery too much', async () => {
    const copy = `insert into deliveries select bucket, 'dlv_copy', account_id, webhook_id, event_id, event_type, 'canceled', 0, null,
      null, null, created_at, updated_at from deliveries where id = $1`
    const found = await plant(copy, `delete from deliveries where id = 'dlv_copy' and $1 <> ''`, [arrived])
    expect(found).toEqual([expect.stringContaining(`deliveries to ${webhookId}: stored 2, replayed 1`)])
  })

  it('a delivery of another kind of event', async () => {
    const kinds = [`'transaction.refunded'`, `'transaction.settled'`] as const
    const found = await plant(...change('deliveries', 'event_type', ...kinds, 'id = $1'), [arrived])
    expect(found).toEqual([
      expect.stringMatching(/a delivery of evt_\w+: stored "transaction.refunded", replayed "transaction.settled"$/),
    ])
  })

  it('a delivery of no event', async () => {
    const { pool } = service.database
    await pool.query(`insert into deliveries select bucket, 'dlv_stray', account_id, webhook_id, 'evt_none', event_type, 'canceled', 0,
      null, null, null, created_at, updated_at from deliveries limit 1`)
    expect(await differences()).toEqual([
      expect.stringMatching(/dlv_stray: a delivery of evt_none: stored .*, replayed null$/),
    ])
    await pool.query(`delete from deliveries where id = 'dlv_stray'`)
    expect(await differences()).toEqual([])
  })

  it('a delivery that its attempts do not come to', async () => {
    const count = change('deliveries', 'attempt_count', 'attempt_count + 1', 'attempt_count - 1', 'id = $1')
    expect(await plant(...count, [arrived])).toEqual([expect.stringContaining('attempt_count: stored 2, replayed 1')])
    const status = change('deliveries', 'status', `'failed'`, `'succeeded'`, 'id = $1')
    expect(await plant(...status, [arrived])).toEqual([
      expect.stringContaining('that it succeeded: stored false, replayed true'),
    ])
    const later = '(select max(created_at) + 300000 from transactions)'
    expect(await plant(...change('deliveries', 'next_attempt_at', 'null', later, 'id = $1'), [waiting])).toEqual([
      expect.stringContaining('that an attempt is scheduled: stored false, replayed true'),
    ])
  })

  it('an event that only a decision makes, of no decision', async () => {
    const { pool } = service.database
    await pool.query(`insert into events (bucket, id, account_id, customer_id, type, data, created_at) select bucket, 'evt_stray', account_id,
      customer_id, 'transaction.declined', '{}', created_at from transactions limit 1`)
    expect(await differences(customerId)).toEqual([
      expect.stringContaining('evt_stray: the event transaction.declined belongs to no decision'),
    ])
    await pool.query(`delete from events where id = 'evt_stray'`)
    expect(await differences()).toEqual([])
  })
})

it('nothing is left of what was planted', async () => {
  expect(await differences()).toEqual([])
})
