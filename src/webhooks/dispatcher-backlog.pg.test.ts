import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/postgres/test-database.ts'
import { dispatcherRig, ManualClock } from '../../test/support/dispatcher-rig.ts'
import { countRowsRead } from '../../test/support/postgres/rows-read.ts'
import { openWebhookSink, type WebhookSink } from '../../test/support/receivers/webhook-sink.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { claimDeliveries } from '../store/webhooks/delivery-queue.ts'
import { ephemeralVault } from '../vault/create-vault.ts'
import { createDeliveryThrottle, unthrottledDeliveries } from '../lib/traffic/delivery-throttle.ts'
import { Dispatcher } from './dispatcher.ts'

const vault = ephemeralVault()
let test: TestDatabase
let clock: ManualClock
let rig: ReturnType<typeof dispatcherRig>
let sink: WebhookSink
let dispatchers: Dispatcher[]

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

beforeEach(async () => {
  await test.database.pool.query('truncate webhooks, events, deliveries, delivery_attempts')
  clock = new ManualClock()
  rig = dispatcherRig({ database: test.database, vault, clock })
  sink = await openWebhookSink()
  dispatchers = []
})
afterEach(async () => {
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop(0)))
  await sink.close()
})

function newDispatcher(throttle = unthrottledDeliveries): Dispatcher {
  const onError = (error: unknown) => expect.fail(String(error))
  const dispatcher = new Dispatcher({
    database: test.database,
    vault,
    clock,
    version: '1.2.3',
    allowPrivateWebhooks: true,
    onError,
    throttle,
  })
  dispatchers.push(dispatcher)
  return dispatcher
}

describe('urgent events', () => {
  const claim = { bucketScope: null, leaseMs: 30 * SECOND_MS, inFlight: new Map<string, number>(), after: '' }
  const claimed = async (free: number) => {
    const leased = await test.database.transaction((tx) =>
      claimDeliveries(tx, { ...claim, now: clock.now(), free, share: free }),
    )
    return leased.map(({ sending }) => (sending?.kind === 'webhook' ? sending.event.type : ''))
  }

  it('go before a backlog of all others, and once', async () => {
    await rig.addWebhook(sink.url, { events: ['*'] })
    await rig.emit(20, 'card.created')
    clock.advance(MINUTE_MS)
    await rig.emit(2, 'card.closed')
    expect(await claimed(1)).toEqual(['card.closed'])
    expect((await claimed(3)).filter((type) => type === 'card.created')).toHaveLength(2)
    expect(await claimed(100)).toHaveLength(18)
  })

  it('of one receiver go before the backlog of another', async () => {
    await rig.addWebhook(sink.url, { events: ['card.created'] })
    await rig.emit(20, 'card.created')
    await rig.addWebhook(sink.url, { events: ['card.closed'] })
    await rig.emit(1, 'card.closed')
    expect(await claimed(1)).toEqual(['card.closed'])
  })

  it('are found without a look at what waits beside them', async () => {
    await rig.addWebhook(sink.url, { events: ['*'] })
    for (let emitted = 0; emitted < 1000; emitted += 200) await rig.emit(200, 'card.created')
    await rig.emit(1, 'card.closed')
    const read = await test.database.transaction((tx) =>
      countRowsRead(tx, 'deliveries', () => claimDeliveries(tx, { ...claim, now: clock.now(), free: 1, share: 1 })),
    )
    expect(read).toBeLessThan(20)
  })
})

describe('the backlog', () => {
  it('is what is due, in flight or not, and how long the oldest has waited', async () => {
    const dispatcher = newDispatcher()
    expect(await dispatcher.backlog()).toEqual({ pending: 0, oldestMs: 0 })
    sink.answerWith(() => ({ status: 500 }))
    await rig.addWebhook(sink.url)
    await rig.emit(3)
    await dispatcher.drainDue() // three deliveries wait for their next attempt, which is not due
    clock.advance(SECOND_MS)
    await rig.emit(2)
    clock.advance(SECOND_MS)
    await rig.emit(1)
    expect(await dispatcher.backlog()).toEqual({ pending: 3, oldestMs: SECOND_MS })
  })

  it('is counted up to a thousand of each receiver', async () => {
    await rig.addWebhook(sink.url)
    for (let emitted = 0; emitted < 1200; emitted += 400) await rig.emit(400)
    await rig.addWebhook(sink.url)
    await rig.emit(5)
    expect(await newDispatcher().backlog()).toMatchObject({ pending: 1005 })
  })
})

describe('a node that decides all the time', () => {
  it('puts deliveries off for a second, and no longer', async () => {
    await rig.addWebhook(sink.url)
    await rig.emit(100)
    const dispatcher = newDispatcher(createDeliveryThrottle(() => true))
    dispatcher.start()
    await sink.received(100)
    clock.advance(SECOND_MS)
    await rig.emit(300)
    clock.advance(SECOND_MS)
    dispatcher.wake()
    await sink.received(400)
  })
})
