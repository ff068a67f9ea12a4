import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/lib/clock.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../../support/receivers/webhook-sink.ts'

let service: TestPurser
let dead: WebhookSink
let alive: WebhookSink
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  dead = await openWebhookSink()
  alive = await openWebhookSink()
  dead.answerWith(() => ({ status: 500 }))
})
afterEach(async () => {
  for await (const { id } of service.purser.webhooks.list()) await service.purser.webhooks.delete(id)
  await dead.close()
  await alive.close()
})

const advance = (ms: number) => service.purser.testClock.advance({ seconds: ms / 1000 })
const register = (sink: WebhookSink, events: string[]) =>
  service.purser.webhooks.create({ url: sink.url, events: events as ['*'] })

async function makeCards(count: number): Promise<void> {
  const { purser } = service
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  for (let made = 0; made < count; made += 1) await purser.cards.create({ customerId })
  await advance(0)
}

const statusOf = async (id: string) => (await service.purser.webhooks.get(id)).status
const deliveriesOf = async (id: string) => (await service.purser.webhooks.listDeliveries(id, { limit: 100 })).data

it('a webhook without a success for five days is disabled, which is told and audited, and its deliveries end', async () => {
  const { purser } = service
  const { id } = await register(dead, ['card.created'])
  await register(alive, ['webhook.disabled'])
  await makeCards(1)
  const failedAt = (await purser.testClock.get()).now
  await advance(5 * DAY_MS - HOUR_MS)
  await makeCards(3)
  expect(await statusOf(id)).toBe('active')
  await advance(HOUR_MS)
  expect(await statusOf(id)).toBe('disabled')

  const [told] = await alive.received(1)
  expect(told?.event).toMatchObject({
    type: 'webhook.disabled',
    data: { webhookId: id, status: 'disabled', reason: 'failing', failingSince: failedAt },
  })
  const { data: entries } = await purser.audit.list({ resourceId: id, limit: 1 })
  expect(entries).toMatchObject([
    {
      actor: { type: 'system' },
      operation: 'disableFailingWebhook',
      changes: [{ path: 'status', before: 'active', after: 'disabled' }],
    },
  ])
  const deliveries = await deliveriesOf(id)
  expect(deliveries.map(({ status, reason, nextAttemptAt }) => [status, reason, nextAttemptAt])).toEqual([
    ...Array.from({ length: 3 }, () => ['canceled', 'webhook_disabled', null]),
    ['failed', undefined, null],
  ])
  const attempts = dead.requests.length
  await advance(2 * DAY_MS)
  expect(dead.requests.length).toBe(attempts)
})

it('what it has missed is replayed once it is active again, and it begins anew', async () => {
  const { purser } = service
  const { id } = await register(dead, ['card.created'])
  await makeCards(1)
  await advance(4.9 * DAY_MS)
  await makeCards(2)
  await advance(0.2 * DAY_MS)
  await expect(purser.webhooks.replay(id, {})).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  await purser.webhooks.update(id, { status: 'active' })
  dead.answerWith(() => ({ status: 200 }))
  const before = dead.requests.length
  expect(await purser.webhooks.replay(id, {})).toEqual({ replayed: 3, next: null })
  await advance(0)
  expect(dead.requests.length - before).toBe(3)
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  expect(await purser.webhooks.replay(id, {})).toEqual({ replayed: 0, next: null })
  await advance(10 * DAY_MS)
  expect(await statusOf(id)).toBe('active')
})

it('a replay is of a range of time', async () => {
  const { purser } = service
  const { id } = await register(dead, ['card.created'])
  await makeCards(2)
  await advance(2 * DAY_MS)
  const since = (await purser.testClock.get()).now
  await makeCards(1)
  await advance(2 * DAY_MS)
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  expect((await purser.webhooks.replay(id, { since })).replayed).toBe(1)
  expect((await purser.webhooks.replay(id, { until: since })).replayed).toBe(2)
})

it('one success in five days keeps a webhook active', async () => {
  const { id } = await register(dead, ['card.created'])
  await makeCards(1)
  await advance(4 * DAY_MS)
  dead.answerWith(() => ({ status: 200 }))
  await makeCards(1)
  dead.answerWith(() => ({ status: 500 }))
  await advance(3 * DAY_MS)
  expect(await statusOf(id)).toBe('active')
  await makeCards(1)
  await advance(5 * DAY_MS)
  expect(await statusOf(id)).toBe('disabled')
})

it('a webhook that is told nothing is never disabled', async () => {
  const { id } = await register(dead, ['card.closed'])
  await makeCards(1)
  await advance(20 * DAY_MS)
  expect(await statusOf(id)).toBe('active')
})

it('no webhook is disabled where the setting is 0', async () => {
  const patient = await startPurser({ PURSER_TEST_CLOCK: 'true', PURSER_WEBHOOK_DISABLE_DAYS: '0' })
  try {
    const { purser } = patient
    const { id } = await purser.webhooks.create({ url: dead.url, events: ['card.created'] })
    const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
    await purser.cards.create({ customerId })
    await purser.testClock.advance({ seconds: 20 * 86_400 })
    expect((await purser.webhooks.get(id)).status).toBe('active')
  } finally {
    await patient.stop()
  }
})
