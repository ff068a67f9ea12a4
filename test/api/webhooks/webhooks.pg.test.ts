import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { type WebhookEvent, verifyWebhook } from '../../../clients/typescript/src/webhooks.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { openWebhookSink, type ReceivedWebhookRequest, type WebhookSink } from '../../support/receivers/webhook-sink.ts'

let service: TestPurser
let sink: WebhookSink

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  sink = await openWebhookSink()
})
afterEach(async () => {
  const { purser } = service
  for await (const { id } of purser.webhooks.list()) await purser.webhooks.delete(id)
  await sink.close()
})

const send = async (method: string, path: string, body?: object) => {
  const reply = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const newWebhook = (events: string[] = ['card.created']) =>
  service.purser.webhooks.create({ url: sink.url, events: events as ['card.created'] })

/** Something happens: a card is made, which is a `card.created`. */
async function makeCard(): Promise<string> {
  const { purser } = service
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  return (await purser.cards.create({ customerId })).id
}

const advance = (ms: number) => service.purser.testClock.advance({ seconds: ms / 1000 })
const clockNow = async () => new Date((await service.purser.testClock.get()).now)

/** The only delivery of a webhook, with its attempts, after all that is due was sent. */
async function onlyDelivery(webhookId: string) {
  await advance(0)
  const { data } = await service.purser.webhooks.listDeliveries(webhookId)
  expect(data).toHaveLength(1)
  return service.purser.webhooks.getDelivery(webhookId, data[0]?.id ?? '')
}

const verified = (request: ReceivedWebhookRequest | undefined, secret: string, now: Date): Promise<WebhookEvent> =>
  verifyWebhook({
    payload: request?.body ?? '',
    header: String(request?.headers['service-signature']),
    secret,
    now,
    toleranceSeconds: 1,
  })

describe('POST /webhooks', () => {
  it('201: answers the record and, only here, the secret', async () => {
    const { status, body } = await send('POST', '/webhooks', { url: sink.url, events: ['*'], description: 'all' })
    expect(status).toBe(201)
    const { secret, ...record } = body
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/)
    expect(record).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-hjkmnp-tv-z]{26}$/),
      url: sink.url,
      events: ['*'],
      description: 'all',
      status: 'active',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: record['createdAt'],
    })
    expect(await send('GET', `/webhooks/${String(record['id'])}`)).toEqual({ status: 200, body: record })
    expect((await send('GET', '/webhooks')).body).toEqual({ data: [record], nextCursor: null, hasMore: false })
  })

  it.each([
    ['an unknown event type', { events: ['card.eaten'] }, 'events.0'],
    ['no event type', { events: [] }, 'events'],
    ['a URL that is none', { url: 'nowhere' }, 'url'],
    ['a URL with credentials', { url: 'https://user:secret@hooks.example.com/' }, 'url'],
    ['a URL with a fragment', { url: 'https://hooks.example.com/#x' }, 'url'],
    ['a metadata address', { url: 'http://169.254.169.254/' }, 'url'],
    ['a status of its own', { status: 'paused' }, 'status'],
  ])('400: %s', async (_what, changes, param) => {
    const { status, body } = await send('POST', '/webhooks', { url: sink.url, events: ['*'], ...changes })
    expect(status).toBe(400)
    const error = body['error'] as { param: string; code: string }
    expect(error).toMatchObject({ code: 'invalid_request', details: { reason: 'parameter_invalid' } })
    expect(error.param.replaceAll(/\[(\d+)\]/g, '.$1')).toBe(param)
  })

  it.each([
    ['https://Hooks.Example.com', 'https://hooks.example.com/'],
    ['https:\\\\hooks.example.com\\a\\..\\b', 'https://hooks.example.com/b'],
    ['https://hooks.example.com:443/a b', 'https://hooks.example.com/a%20b'],
    ['\thttps://hooks.exa\nmple.com/ ', 'https://hooks.example.com/'],
    ['https://0x08080808/', 'https://8.8.8.8/'],
  ])('%j is kept as it is parsed, at the creation and in a PATCH', async (url, href) => {
    const { id, ...created } = await service.purser.webhooks.create({ url, events: ['*'], status: 'disabled' })
    expect(created.url).toBe(href)
    await service.purser.webhooks.update(id, { url: 'https://hooks.example.com/other' })
    expect((await service.purser.webhooks.update(id, { url })).url).toBe(href)
    await service.purser.webhooks.delete(id)
  })

  it('400: a URL that is too long once it is escaped', async () => {
    const url = `https://hooks.example.com/${'ü'.repeat(400)}`
    const { status, body } = await send('POST', '/webhooks', { url, events: ['*'] })
    expect([status, body['error']]).toMatchObject([400, { param: 'url' }])
  })

  it('400: a private target, unless the service allows them', async () => {
    const strict = await startPurser({ PURSER_ALLOW_PRIVATE_WEBHOOKS: 'false' })
    try {
      for (const url of ['http://hooks.example.com/', 'https://127.1/', 'https://localhost./', 'https://[::1]/']) {
        await expect(strict.purser.webhooks.create({ url, events: ['*'] })).rejects.toMatchObject({
          status: 400,
          param: 'url',
          details: { reason: 'parameter_invalid' },
        })
      }
      const { id } = await strict.purser.webhooks.create({ url: 'https://hooks.example.com/', events: ['*'] })
      await expect(strict.purser.webhooks.update(id, { url: 'https://10.0.0.1/' })).rejects.toMatchObject({
        status: 400,
        param: 'url',
      })
    } finally {
      await strict.stop()
    }
  })
})

it('changes only what a PATCH names', async () => {
  const { secret: _secret, ...created } = await service.purser.webhooks.create({
    url: sink.url,
    events: ['card.created'],
    description: 'before',
  })
  await advance(1000)
  const changed = await service.purser.webhooks.update(created.id, { events: ['card.closed'], description: null })
  const { description: _description, ...rest } = created
  expect(changed).toEqual({ ...rest, events: ['card.closed'], updatedAt: (await clockNow()).toISOString() })
})

it('is an unknown webhook to another account and after its deletion', async () => {
  const { id } = await newWebhook()
  sink.answerWith(() => ({ status: 500 }))
  await makeCard()
  const { id: deliveryId } = await onlyDelivery(id)
  expect(await send('DELETE', `/webhooks/${id}`)).toEqual({ status: 200, body: { id, deleted: true } })
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['GET', `/deliveries/${deliveryId}`],
    ['POST', `/deliveries/${deliveryId}/retry`],
  ] as const) {
    const { status, body } = await send(method, `/webhooks/${id}${path}`, method === 'GET' ? undefined : {})
    expect([status, (body['error'] as { code: string }).code], `${method} ${path}`).toEqual([404, 'webhook_not_found'])
  }
  await advance(DAY_MS)
  expect(sink.requests).toHaveLength(1)
})

describe('an event', () => {
  it('reaches the webhooks that subscribe to its type, with an envelope that GET /events/{id} answers too', async () => {
    const { id, secret } = await newWebhook(['card.created'])
    const other = await newWebhook(['card.closed'])
    const cardId = await makeCard()
    const delivery = await onlyDelivery(id)
    expect(sink.requests).toHaveLength(1)
    const event = await verified(sink.requests[0], secret, await clockNow())
    expect(event).toMatchObject({ id: delivery.eventId, type: 'card.created', data: { cardId } })
    expect((await send('GET', `/events/${event.id}`)).body).toEqual(event)
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 1, nextAttemptAt: null })
    expect((await service.purser.webhooks.listDeliveries(other.id)).data).toEqual([])
  })

  it('is sent at 0, 5 min, 30 min, 2 h and 24 h, then its delivery is failed and waits for a manual retry', async () => {
    sink.answerWith(() => ({ status: 503, body: 'down for repair' }))
    const { id, secret } = await newWebhook()
    await makeCard()
    await advance(2 * DAY_MS)
    const failed = await onlyDelivery(id)
    expect(failed).toMatchObject({ status: 'failed', attemptCount: 5, nextAttemptAt: null })
    const starts = failed.attempts.map(({ startedAt }) => Date.parse(startedAt))
    expect(starts.slice(1).map((at, i) => at - (starts[i] ?? 0))).toEqual([
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      24 * HOUR_MS,
    ])
    expect(failed.attempts[4]).toEqual({
      number: 5,
      startedAt: expect.any(String),
      durationMs: expect.any(Number),
      statusCode: 503,
      error: null,
      responseSnippet: 'down for repair',
      manual: false,
    })
    for (const [i, request] of sink.requests.entries()) await verified(request, secret, new Date(starts[i] ?? 0))
    expect(new Set(sink.requests.map(({ body }) => body)).size).toBe(1)
    expect((await service.purser.webhooks.get(id)).status).toBe('active')

    sink.answerWith(() => ({ status: 200 }))
    const retry = await send('POST', `/webhooks/${id}/deliveries/${failed.id}/retry`)
    expect(retry).toMatchObject({ status: 202, body: { id: failed.id, status: 'pending' } })
    expect(await onlyDelivery(id)).toMatchObject({
      status: 'succeeded',
      attemptCount: 6,
      attempts: { 5: { number: 6, manual: true, statusCode: 200 } },
    })
    await send('POST', `/webhooks/${id}/deliveries/${failed.id}/retry`)
    expect(await onlyDelivery(id)).toMatchObject({ status: 'succeeded', attemptCount: 7 })
  })

  it('is not sent to a disabled webhook, and what waited for it is canceled', async () => {
    sink.answerWith(() => ({ status: 500 }))
    const { id } = await newWebhook()
    await makeCard()
    await onlyDelivery(id)
    await service.purser.webhooks.update(id, { status: 'disabled' })
    await makeCard()
    await advance(DAY_MS)
    const delivery = await onlyDelivery(id)
    expect(delivery).toMatchObject({ status: 'canceled', attemptCount: 1, nextAttemptAt: null })
    expect(await send('POST', `/webhooks/${id}/deliveries/${delivery.id}/retry`)).toMatchObject({
      status: 202,
      body: { status: 'canceled' },
    })
    expect(await send('POST', `/webhooks/${id}/test`)).toMatchObject({ status: 202, body: { status: 'canceled' } })
    await advance(DAY_MS)
    expect(sink.requests).toHaveLength(1)
  })
})

it('signs with the old and the new secret for 24 hours after a rotation', async () => {
  const { id, secret: old } = await newWebhook(['*'])
  const { status, body } = await send('POST', `/webhooks/${id}/rotate-secret`)
  const rotated = String(body['secret'])
  expect(status).toBe(200)
  expect(rotated).toMatch(/^whsec_[0-9a-f]{64}$/)
  expect(rotated).not.toBe(old)
  await service.purser.webhooks.test(id)
  await advance(DAY_MS - 1)
  await service.purser.webhooks.test(id)
  await advance(0)
  const beforeEnd = await clockNow()
  await verified(sink.requests[1], old, beforeEnd)
  await verified(sink.requests[1], rotated, beforeEnd)
  await advance(1)
  await service.purser.webhooks.test(id)
  await advance(0)
  const [, , last] = sink.requests
  await verified(last, rotated, await clockNow())
  await expect(verified(last, old, new Date())).rejects.toThrow('signature')
})

it('sends a test event to this webhook alone, whatever it subscribes to', async () => {
  const { id } = await newWebhook(['card.closed'])
  const all = await newWebhook(['*', 'webhook.test'])
  const { status, body } = await send('POST', `/webhooks/${id}/test`)
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { webhookId: id, eventType: 'webhook.test', status: 'pending', attemptCount: 0 },
  })
  expect(await onlyDelivery(id)).toMatchObject({ id: body['id'], status: 'succeeded' })
  expect(sink.requests.map(({ event }) => [event.type, event.data])).toEqual([['webhook.test', { webhookId: id }]])
  expect((await service.purser.webhooks.listDeliveries(all.id)).data).toEqual([])
})

it('lists deliveries newest first, by status and type, without their attempts', async () => {
  sink.answerWith(({ event }) => ({ status: event.type === 'webhook.test' ? 500 : 200 }))
  const { id } = await newWebhook(['card.created'])
  await makeCard()
  await service.purser.webhooks.test(id)
  await advance(0)
  const path = `/webhooks/${id}/deliveries`
  const typesOf = async (query: string) =>
    ((await send('GET', `${path}${query}`)).body['data'] as { eventType: string }[]).map(({ eventType }) => eventType)
  expect(await typesOf('')).toEqual(['webhook.test', 'card.created'])
  expect(await typesOf('?status=pending')).toEqual(['webhook.test'])
  expect(await typesOf('?status=failed')).toEqual([])
  expect(await typesOf('?eventType=card.created')).toEqual(['card.created'])
  const page = (await send('GET', `${path}?limit=1`)).body
  expect(page).toMatchObject({ hasMore: true, data: [{ eventType: 'webhook.test' }] })
  expect((page['data'] as object[])[0]).not.toHaveProperty('attempts')
  expect(await typesOf(`?limit=1&cursor=${String(page['nextCursor'])}`)).toEqual(['card.created'])
})

it('keeps the secret sealed', async () => {
  const { id, secret } = await newWebhook()
  const row = await service.database.db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Buffer.from(row.sealed_secret).includes(secret)).toBe(false)
  expect(Buffer.from(row.sealed_secret).includes(Buffer.from(secret.slice(6), 'hex'))).toBe(false)
  expect(JSON.stringify(row)).not.toContain(secret)
})
