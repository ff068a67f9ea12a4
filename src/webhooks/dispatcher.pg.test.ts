import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/postgres/test-database.ts'
import { dispatcherRig, DISPATCHER_SECRET, ManualClock } from '../../test/support/dispatcher-rig.ts'
import { eventually } from '../../test/support/eventually.ts'
import { testsWithNeeds, openFilesTestNeed } from '../../test/support/needs.ts'
import { isWebhookSigned } from '../../test/support/receivers/is-signed.ts'
import {
  openWebhookSink,
  type ReceivedWebhookRequest,
  type WebhookSink,
} from '../../test/support/receivers/webhook-sink.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { requestManualDeliveryAttempt } from '../store/webhooks/deliveries.ts'
import { claimDeliveries, recordDeliveryAttempts } from '../store/webhooks/delivery-queue.ts'
import { cancelDeliveries } from '../store/webhooks/webhooks.ts'
import { ephemeralVault } from '../vault/create-vault.ts'
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

function newDispatcher(): Dispatcher {
  const onError = (error: unknown) => expect.fail(String(error))
  const dispatcher = new Dispatcher({
    database: test.database,
    vault,
    clock,
    version: '1.2.3',
    allowPrivateWebhooks: true,
    onError,
  })
  dispatchers.push(dispatcher)
  return dispatcher
}

/** Moves the clock from due time to due time, `steps` times, as the test clock does. */
async function runSteps(dispatcher: Dispatcher, steps: number): Promise<void> {
  await dispatcher.drainDue()
  for (let i = 0; i < steps; i += 1) {
    const due = await dispatcher.nextDueAt()
    if (due === null) return
    clock.advance(due - clock.now())
    await dispatcher.drainDue()
  }
}

const isOurs = (request: ReceivedWebhookRequest, secret = DISPATCHER_SECRET): boolean =>
  isWebhookSigned(request, secret, clock.now(), DAY_MS)

describe('an attempt', () => {
  it('carries the envelope, the signature and the headers of the contract', async () => {
    const webhook = await rig.addWebhook(`${sink.url}?a=b`)
    await rig.emit()
    await newDispatcher().drainDue()
    const [request] = await sink.received(1)
    const [delivery] = await rig.deliveriesOf(webhook)
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?a=b',
      event: { id: delivery?.event_id, type: 'card.closed', createdAt: '2026-01-31T12:00:00.000Z' },
      headers: {
        host: `127.0.0.1:${sink.port}`,
        'content-type': 'application/json',
        'user-agent': 'Purser/1.2.3',
        'purser-delivery': delivery?.id,
        'service-signature': expect.stringMatching(/^t=1769860800,v1=[0-9a-f]{64}$/),
      },
    })
    expect(Object.keys(request?.event ?? {})).toEqual(['id', 'type', 'createdAt', 'data'])
    expect(isOurs(request as ReceivedWebhookRequest)).toBe(true)
  })

  it('is signed with both secrets while a rotation overlaps, and not a moment longer', async () => {
    const id = rig.ids('wh')
    const context = { accountId: rig.accountId, ownerId: id, field: 'webhook_secret' }
    await rig.addWebhook(sink.url, {
      id,
      sealedSecret: vault.seal(context, Buffer.from('whsec_new')),
      sealedPreviousSecret: vault.seal(context, Buffer.from('whsec_old')),
      previousSecretUntil: clock.now() + DAY_MS,
    })
    const dispatcher = newDispatcher()
    for (const waitMs of [0, DAY_MS - 1, 1]) {
      clock.advance(waitMs)
      await rig.emit()
      await dispatcher.drainDue()
    }
    const signedBy = (secret: string) => sink.requests.map((request) => isOurs(request, secret))
    expect(signedBy('whsec_new')).toEqual([true, true, true])
    expect(signedBy('whsec_old')).toEqual([true, true, false])
  })

  it.each([
    [200, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [301, 'pending'],
    [404, 'pending'],
    [500, 'pending'],
  ])('that is answered %i leaves the delivery %s', async (status, expected) => {
    sink.answerWith(() => ({ status, headers: { location: `${sink.url}/elsewhere` } }))
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    await newDispatcher().drainDue()
    const [delivery] = await rig.deliveriesOf(webhook)
    const [attempt] = await rig.attemptsOf(webhook)
    expect(delivery?.status).toBe(expected)
    expect(attempt).toMatchObject({ number: 1, status_code: status, error: null, manual: false })
    expect(sink.requests).toHaveLength(1)
  })

  it('keeps the first KiB of the answer as whole characters without NUL', async () => {
    sink.answerWith(() => ({ status: 500, body: `a\0${'é'.repeat(1000)}` }))
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    await newDispatcher().drainDue()
    const [attempt] = await rig.attemptsOf(webhook)
    expect(attempt?.response_snippet).toBe(`a${'é'.repeat(511)}`)
  })
})

describe('the schedule', () => {
  it('makes five attempts at their times, each freshly signed over the same bytes, then fails the delivery', async () => {
    sink.answerWith(() => ({ status: 503 }))
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    await runSteps(newDispatcher(), 10)

    const attempts = await rig.attemptsOf(webhook)
    const waits = attempts.slice(1).map((attempt, i) => attempt.started_at - (attempts[i]?.started_at ?? 0))
    expect(waits).toEqual([5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 24 * HOUR_MS])
    expect(new Set(sink.requests.map(({ body }) => body)).size).toBe(1)
    expect(new Set(sink.requests.map(({ headers }) => headers['service-signature'])).size).toBe(5)
    expect(sink.requests.every((request) => isOurs(request))).toBe(true)
    expect(await rig.deliveriesOf(webhook)).toMatchObject([
      { status: 'failed', attempt_count: 5, next_attempt_at: null, leased_until: null },
    ])
  })

  it('is not disturbed by a manual attempt that fails', async () => {
    sink.answerWith(() => ({ status: 500 }))
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    const dispatcher = newDispatcher()
    await runSteps(dispatcher, 1)
    const [before] = await rig.deliveriesOf(webhook)
    clock.advance(MINUTE_MS)
    await test.database.transaction((tx) => requestManualDeliveryAttempt(tx, before?.id ?? '', clock.now()))
    await dispatcher.drainDue()
    const [after] = await rig.deliveriesOf(webhook)
    expect(after).toMatchObject({ status: 'pending', attempt_count: 3, next_attempt_at: before?.next_attempt_at })
    await runSteps(dispatcher, 10)
    const attempts = await rig.attemptsOf(webhook)
    expect(attempts.map(({ manual }) => manual)).toEqual([false, false, true, false, false, false])
    expect(await rig.deliveriesOf(webhook)).toMatchObject([{ status: 'failed', attempt_count: 6 }])
  })

  it.each([
    ['later', 5, 500],
    ['in the same millisecond', 0, 500],
    ['by a node whose clock is behind', -5, 500],
    ['later, and the attempt succeeds', 5, 200],
  ])('keeps a manual attempt that is asked for while another runs: %s', async (_what, ms, status) => {
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    const dispatcher = newDispatcher()
    await dispatcher.drainDue()
    const [{ id } = { id: '' }] = await rig.deliveriesOf(webhook)
    const ask = (at: number) => test.database.transaction((tx) => requestManualDeliveryAttempt(tx, id, at))
    await ask(clock.now())
    const claim = {
      bucketScope: null,
      now: clock.now(),
      leaseMs: SECOND_MS,
      free: 1,
      share: 1,
      inFlight: new Map(),
      after: '',
    }
    const [claimed] = await test.database.transaction((tx) => claimDeliveries(tx, claim))
    await ask(clock.now() + ms)
    const ended = {
      id,
      webhook_id: webhook,
      account_id: rig.accountId,
      was_failing: false,
      lease: claimed?.leasedUntil ?? 0,
      manual_at: claimed?.manualAt ?? null,
      status: status === 200 ? ('succeeded' as const) : ('pending' as const),
      next_attempt_at: null,
      started_at: clock.now(),
      ended_at: clock.now() + 10,
      duration_ms: 10,
      status_code: status,
      error: null,
      response_snippet: null,
    }
    await test.database.transaction((tx) => recordDeliveryAttempts(tx, [ended]))
    clock.advance(10)
    await dispatcher.drainDue()
    expect((await rig.attemptsOf(webhook)).map(({ manual }) => manual)).toEqual([false, true, true])
    expect(await rig.deliveriesOf(webhook)).toMatchObject([{ manual_at: null, leased_until: null }])
  })

  it.each([
    ['failed', 500, 500, 'failed'],
    ['failed', 500, 200, 'succeeded'],
    ['succeeded', 200, 500, 'succeeded'],
  ])(
    'of a %s delivery (%i) is over; a manual attempt answered %i leaves it %s',
    async (before, first, second, after) => {
      sink.answerWith(() => ({ status: first }))
      const webhook = await rig.addWebhook(sink.url)
      await rig.emit()
      const dispatcher = newDispatcher()
      await runSteps(dispatcher, 10)
      const [ended] = await rig.deliveriesOf(webhook)
      expect(ended?.status).toBe(before)
      sink.answerWith(() => ({ status: second }))
      await test.database.transaction((tx) => requestManualDeliveryAttempt(tx, ended?.id ?? '', clock.now()))
      await runSteps(dispatcher, 10)
      expect(await rig.deliveriesOf(webhook)).toMatchObject([
        { status: after, attempt_count: (ended?.attempt_count ?? 0) + 1, next_attempt_at: null, manual_at: null },
      ])
    },
  )
})

describe('a disabled webhook', () => {
  it('gets nothing: what waited is canceled', async () => {
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit(3)
    await test.database.transaction((tx) => cancelDeliveries(tx, webhook, { bucketScopes: [null], at: clock.now() }))
    await newDispatcher().drainDue()
    expect(sink.requests).toHaveLength(0)
    expect((await rig.deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  it('gets nothing of an event that was committed while it was being disabled', async () => {
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    await test.database.pool.query(`update webhooks set status = 'disabled'`)
    await newDispatcher().drainDue()
    expect(sink.requests).toHaveLength(0)
    expect(await rig.deliveriesOf(webhook)).toMatchObject([{ status: 'canceled', next_attempt_at: null }])
  })
})

describe('many receivers and many nodes', () => {
  testsWithNeeds(openFilesTestNeed).it('keep a receiver that hangs from delaying the others', async () => {
    const hanging = await openWebhookSink()
    hanging.answerWith(() => ({ hang: true }))
    try {
      await rig.addWebhook(hanging.url)
      await rig.emit(300)
      const dispatcher = newDispatcher()
      dispatcher.wake()
      await hanging.received(64)
      await rig.addWebhook(sink.url)
      await rig.emit(100)
      dispatcher.wake()
      await sink.received(100)
      expect(hanging.requests.length).toBe(64)
    } finally {
      await dispatchers[0]?.stop(0)
      await hanging.close()
    }
  })

  it('send each delivery once when all is calm', async () => {
    await rig.addWebhook(sink.url)
    const nodes = [newDispatcher(), newDispatcher()]
    for (let i = 0; i < 20; i += 1) {
      await rig.emit(20)
      for (const node of nodes) node.wake()
    }
    await Promise.all(nodes.map((node) => node.drainDue()))
    expect(sink.requests).toHaveLength(400)
    expect(new Set(sink.requests.map(({ event }) => event.id)).size).toBe(400)
  })

  it('hand a delivery over: a node that stops gives back what it could not finish', async () => {
    sink.answerWith((_request, index) => (index === 0 ? { hang: true } : { status: 200 }))
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    const first = newDispatcher()
    first.wake()
    await sink.received(1)
    await first.stop(0)
    await newDispatcher().drainDue()
    expect(sink.requests.map(({ event }) => event.id)).toEqual([sink.requests[0]?.event.id, sink.requests[0]?.event.id])
    expect(await rig.deliveriesOf(webhook)).toMatchObject([{ status: 'succeeded', attempt_count: 1 }])
  })

  it('take over from a node that vanished when its lease runs out, and its late record counts for nothing', async () => {
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    const claim = { bucketScope: null, leaseMs: 30 * SECOND_MS, free: 1, share: 1, inFlight: new Map(), after: '' }
    const [lost] = await test.database.transaction((tx) => claimDeliveries(tx, { ...claim, now: clock.now() }))
    const survivor = newDispatcher()
    clock.advance(30 * SECOND_MS - 1)
    await survivor.drainDue()
    expect(sink.requests).toHaveLength(0)
    clock.advance(1)
    await survivor.drainDue()
    expect(sink.requests).toHaveLength(1)
    const late = {
      id: lost?.id ?? '',
      webhook_id: webhook,
      account_id: rig.accountId,
      was_failing: false,
      lease: lost?.leasedUntil ?? 0,
      manual_at: null,
      status: 'failed' as const,
      next_attempt_at: null,
      started_at: 0,
      ended_at: 0,
      duration_ms: 0,
      status_code: 500,
      error: null,
      response_snippet: null,
    }
    await test.database.transaction((tx) => recordDeliveryAttempts(tx, [late]))
    expect(await rig.deliveriesOf(webhook)).toMatchObject([{ status: 'succeeded', attempt_count: 1 }])
    expect(await rig.attemptsOf(webhook)).toHaveLength(1)
  })

  it('give receivers their turn where a node has fewer places than there are receivers', async () => {
    const webhooks = [await rig.addWebhook(sink.url), await rig.addWebhook(sink.url), await rig.addWebhook(sink.url)]
    await rig.emit(2)
    const turn = {
      bucketScope: null,
      now: clock.now(),
      leaseMs: SECOND_MS,
      free: 2,
      share: 1,
      inFlight: new Map<string, number>(),
    }
    const claimAfter = async (after: string) => {
      const claimed = await test.database.transaction((tx) => claimDeliveries(tx, { ...turn, after }))
      return claimed.map(({ webhookId }) => webhooks.indexOf(webhookId)).toSorted((a, b) => a - b)
    }
    expect(await claimAfter('')).toEqual([0, 1])
    expect(await claimAfter(webhooks[1] ?? '')).toEqual([0, 2])
    turn.inFlight.set(webhooks[1] ?? '', 1)
    expect(await claimAfter('')).toEqual([2])
  })

  it('find by themselves what another node left', async () => {
    const dispatcher = newDispatcher()
    dispatcher.start()
    const webhook = await rig.addWebhook(sink.url)
    await rig.emit()
    await sink.received(1)
    await eventually('the attempt is recorded', async () => (await rig.attemptsOf(webhook)).length === 1)
  })
})
