import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { LithicApi } from '../support/issuers/lithic-api.ts'
import { lithicSigningSecret } from '../support/issuers/lithic-wire.ts'
import { LithicMock } from '../support/issuers/lithic.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { TEST_API_KEY } from '../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { attributeOf, type CollectedSpan, openTraceCollector, type TraceCollector } from './trace-collector.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN_ID = '00f067aa0ba902b7'
const MERCHANT = 'Merchant That Nobody Traces'
const SERVER = 2
const CLIENT = 3
const FAILED = 2
const NOT_SAMPLED = '00f067aa0ba902b7f067aa0ba902b700'

/** The file of docs/guides/traces.md that registers the SDK, where Node finds the packages of this checkout. */
function registeringFile(): { path: string; remove: () => void } {
  const guide = readFileSync(join(ROOT, 'docs', 'guides', 'traces.md'), 'utf8')
  const [, code] = /```js\n(.*?)```/s.exec(guide) ?? []
  if (code === undefined) throw new Error('docs/guides/traces.md has no file that registers an SDK')
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.traces-'))
  const path = join(folder, 'register.mjs')
  writeFileSync(path, code)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A Lithic that keeps the header `traceparent` of each call. */
class TracedLithic extends LithicMock {
  readonly traceparents: unknown[] = []

  protected override strangerAt(request: IncomingMessage) {
    this.traceparents.push(request.headers['traceparent'])
    return super.strangerAt(request)
  }
}

const secrets = { asaSecret: lithicSigningSecret('a'), eventSecret: lithicSigningSecret('e') }
const lithic = new TracedLithic({ origin: () => '', ...secrets, nowMs: () => Date.now() })
let database: TestDatabase
let collector: TraceCollector
let sink: WebhookSink
let node: NodeProcess
let file: ReturnType<typeof registeringFile>
let environment: Record<string, string>
let purser: Purser
let customerId: string
let cardId: string
let secret: string
let pan: string

beforeAll(async () => {
  file = registeringFile()
  ;[database, collector, sink] = await Promise.all([createTestDatabase(), openTraceCollector(), openWebhookSink()])
  await lithic.up()
  environment = {
    NODE_OPTIONS: `--import=${file.path}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '500',
    PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PURSER_ACCESS_LOG: 'true',
    PURSER_LITHIC_ASA_SECRET: secrets.asaSecret,
    PURSER_LITHIC_EVENT_SECRET: secrets.eventSecret,
    PURSER_LITHIC_KEY: LithicApi.key,
    PURSER_LITHIC_URL: lithic.url,
    PURSER_LOG_LEVEL: 'info',
  }
  node = await startNodeProcess(database.connection, environment)
  purser = new Purser({ baseUrl: node.baseUrl, apiKey: TEST_API_KEY })
  ;({ secret } = await purser.webhooks.create({ url: `${sink.url}?token=receivers-secret`, events: ['*'] }))
  ;({ id: customerId } = await purser.customers.create({ email: 'ada@example.com' }))
  cardId = (await purser.cards.create({ customerId, issuer: 'purser', policy: { limits: { perDay: 100_00 } } })).id
  ;({ pan } = await purser.cards.details(cardId, { purpose: 'test' }))
})

afterAll(async () => {
  node.process.child.kill('SIGKILL')
  await node.process.ended
  await lithic.down()
  await sink.close()
  collector.close()
  await database.drop()
  file.remove()
})

function authorize(traceparent?: string): Promise<Response> {
  return fetch(`${node.baseUrl}/network/authorizations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TEST_API_KEY}`,
      'content-type': 'application/json',
      ...(traceparent === undefined ? {} : { traceparent }),
      tracestate: 'vendor=callers-text',
      baggage: 'note=callers-baggage',
    },
    body: JSON.stringify({ cardId, amount: 42_00, merchant: { name: MERCHANT, mcc: '5734' } }),
  })
}

const ofTrace = (traceId: string): CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId)

describe('one authorization with a traceparent', () => {
  let spans: CollectedSpan[]
  const named = (name: string): CollectedSpan => {
    const [span, ...others] = spans.filter((each) => each.name === name)
    if (span === undefined || others.length > 0) throw new Error(`${name}: ${others.length} beside ${span?.spanId}`)
    return span
  }

  beforeAll(async () => {
    const before = sink.requests.length
    const reply = await authorize(`00-${TRACE_ID}-${CALLER_SPAN_ID}-01`)
    expect(reply.status, await reply.text()).toBe(200)
    await sink.received(before + 1)
    const isComplete = () => ofTrace(TRACE_ID).some(({ name }) => name === 'POST webhook')
    await eventually('the spans were exported', isComplete)
    await eventually('the request was exported', () => ofTrace(TRACE_ID).length >= 6)
    spans = ofTrace(TRACE_ID)
  })

  it('has a span below the span of its caller', () => {
    const request = named('POST /v1/network/authorizations')
    expect(request).toMatchObject({ parentSpanId: CALLER_SPAN_ID, kind: SERVER })
    expect(attributeOf(request, 'http.request.method')).toBe('POST')
    expect(attributeOf(request, 'http.route')).toBe('/v1/network/authorizations')
    expect(attributeOf(request, 'http.response.status_code')).toBe('200')
    expect(attributeOf(request, 'purser.request.id')).toMatch(/^req_/)
  })

  it('waits for a batch that has a link to it, and the wait has a link to the batch', () => {
    const [request, wait, batch] = [named('POST /v1/network/authorizations'), named('wait for batch'), named('batch')]
    expect(wait.parentSpanId).toBe(request.spanId)
    expect(batch.parentSpanId).toBe(request.spanId)
    expect(batch.links.map(({ spanId }) => spanId)).toEqual([request.spanId])
    expect(wait.links.map(({ spanId }) => spanId)).toEqual([batch.spanId])
    expect(attributeOf(batch, 'purser.batch.size')).toBe('1')
  })

  it('makes two trips to the database, below the batch', () => {
    for (const name of ['lock and load batch', 'save and commit batch']) {
      const trip = named(name)
      expect(trip).toMatchObject({ parentSpanId: named('batch').spanId, kind: CLIENT })
      expect(attributeOf(trip, 'db.system.name')).toBe('postgresql')
    }
  })

  it('has its webhook in the same trace, and the receiver gets the span of the attempt', () => {
    const attempt = named('POST webhook')
    expect(attempt).toMatchObject({ parentSpanId: named('POST /v1/network/authorizations').spanId, kind: CLIENT })
    const received = sink.requests.find(({ event }) => event.type === 'transaction.created')
    expect(received?.headers['traceparent']).toBe(`00-${TRACE_ID}-${attempt.spanId}-01`)
    expect(received?.headers).not.toHaveProperty('tracestate')
    expect(received?.headers).not.toHaveProperty('baggage')
    expect(attributeOf(attempt, 'purser.event.id')).toBe(received?.event.id)
    expect(attributeOf(attempt, 'server.address')).toBe('127.0.0.1')
    expect(attributeOf(attempt, 'http.response.status_code')).toBe('200')
  })

  it('has the ids of its span in its line of the log', () => {
    const { spanId } = named('POST /v1/network/authorizations')
    const lines = node.process.stderr.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.filter(({ traceId }) => traceId === TRACE_ID)).toEqual([
      expect.objectContaining({ msg: 'request', route: '/v1/network/authorizations', spanId }),
    ])
  })
})

it('says which link belongs to which of the requests that one batch decides', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `${TRACE_ID.slice(0, 30)}${10 + index}`)
  await Promise.all(ids.map((id) => authorize(`00-${id}-${CALLER_SPAN_ID}-01`)))
  const requestOf = (id: string) => ofTrace(id).find(({ kind }) => kind === SERVER)
  const waitOf = (id: string) => ofTrace(id).find(({ name }) => name === 'wait for batch')
  await eventually('all are exported', () => ids.every((id) => requestOf(id) !== undefined && waitOf(id) !== undefined))
  const batchOf = (id: string) => collector.spans.find(({ spanId }) => spanId === waitOf(id)?.links[0]?.spanId)
  await eventually('the batches are exported', () => ids.every((id) => batchOf(id) !== undefined))
  for (const id of ids) expect(batchOf(id)?.links.map(({ spanId }) => spanId)).toContain(requestOf(id)?.spanId)
  const attemptOf = (id: string) =>
    ofTrace(id).find((span) => attributeOf(span, 'purser.event.type')?.startsWith('transaction.'))
  await eventually('each webhook is in its own trace', () => ids.every((id) => attemptOf(id) !== undefined))
  for (const id of ids) expect(attemptOf(id)?.parentSpanId).toBe(requestOf(id)?.spanId)
})

it('records nothing of a request whose caller does not sample it', async () => {
  await authorize(`00-${NOT_SAMPLED}-${CALLER_SPAN_ID}-00`)
  const told = new RegExp(`^00-${NOT_SAMPLED}-[0-9a-f]{16}-00$`)
  const isReceived = () => sink.requests.some(({ headers }) => told.test(String(headers['traceparent'])))
  await eventually('its webhook says that it is not sampled', isReceived)
  await authorize(`00-${TRACE_ID.slice(0, 30)}ff-${CALLER_SPAN_ID}-01`)
  await eventually('a later request is exported', () => ofTrace(`${TRACE_ID.slice(0, 30)}ff`).length >= 6)
  expect(ofTrace(NOT_SAMPLED)).toEqual([])
})

it('makes a span for each call of an issuer, and sends it to the issuer', async () => {
  const card = await purser.cards.create({ customerId, issuer: 'lithic' })
  await eventually('the card is made at the issuer', () => lithic.cardsOf(card.id).length > 0)
  const callsOf = () => collector.spans.filter((span) => attributeOf(span, 'purser.issuer') === 'lithic')
  await eventually('the call is exported', () => callsOf().some(({ name }) => name === 'POST lithic'))
  for (const call of callsOf()) {
    expect(call).toMatchObject({ kind: CLIENT })
    expect(attributeOf(call, 'server.address')).toBe('127.0.0.1')
    expect(lithic.traceparents).toContain(`00-${call.traceId}-${call.spanId}-01`)
  }
})

it('makes a span for the transaction of another operation', async () => {
  const isTransaction = ({ name }: CollectedSpan) => name === 'transaction'
  const request = () => collector.spans.find(({ name }) => name === 'POST /v1/webhooks')
  await eventually('the request is exported', () => request() !== undefined)
  const { traceId, spanId } = request() as CollectedSpan
  expect(ofTrace(traceId).filter(isTransaction)).toEqual([expect.objectContaining({ parentSpanId: spanId })])
})

it('marks a failed attempt', async () => {
  sink.answerWith(() => ({ status: 500, body: 'receivers-answer' }))
  const id = `${TRACE_ID.slice(0, 30)}dd`
  await authorize(`00-${id}-${CALLER_SPAN_ID}-01`)
  const attempts = () => ofTrace(id).filter(({ name }) => name === 'POST webhook')
  await eventually('the attempt is exported', () => attempts().length > 0)
  expect(attributeOf(attempts()[0] as CollectedSpan, 'error.type')).toBe('500')
  expect(attempts()[0]?.status).toEqual({ code: FAILED })
  sink.answerWith(() => ({ status: 200 }))
})

it('exports the last spans before it exits, and no secret, number or text of a caller', async () => {
  await fetch(`${node.baseUrl}/transactions?unknown=in-the-query`, {
    headers: { authorization: `Bearer ${TEST_API_KEY}` },
  })
  await authorize(`00-${TRACE_ID.slice(0, 30)}ee-${CALLER_SPAN_ID}-01`)
  node.process.child.kill('SIGTERM')
  expect(await node.process.ended).toBe(0)
  expect(ofTrace(`${TRACE_ID.slice(0, 30)}ee`).map(({ name }) => name)).toContain('save and commit batch')
  const exported = collector.bodies.join('\n')
  for (const name of ['POST /v1/cards/:cardId/details', 'GET /v1/transactions']) expect(exported).toContain(name)
  const callers = [
    MERCHANT,
    'in-the-query',
    'callers-text',
    'callers-baggage',
    'receivers-secret',
    'receivers-answer',
    'ada@example.com',
  ]
  const issuers = [
    LithicApi.key,
    ...Object.values(secrets),
    ...lithic.cards.flatMap(({ pan: there, token }) => [there, token]),
  ]
  for (const text of [TEST_API_KEY, pan, secret, cardId, ...callers, ...issuers]) expect(exported).not.toContain(text)
})

it('traces with PURSER_TRACE_RATIO=0 only the requests of callers that trace', async () => {
  node = await startNodeProcess(database.connection, { ...environment, PURSER_TRACE_RATIO: '0' })
  const before = collector.spans.length
  const parentOf = async (reply: Response) => {
    const { transactionId } = (await reply.json()) as { transactionId: string }
    const isOf = ({ event }: { event: { data: object } }) => Object.values(event.data).includes(transactionId)
    await eventually('its webhook comes', () => sink.requests.some(isOf))
    return sink.requests.find(isOf)?.headers['traceparent']
  }
  expect(await parentOf(await authorize())).toBeUndefined()
  const id = `${TRACE_ID.slice(0, 30)}cc`
  expect(await parentOf(await authorize(`00-${id}-${CALLER_SPAN_ID}-01`))).toMatch(new RegExp(`^00-${id}-`))
  node.process.child.kill('SIGTERM')
  expect(await node.process.ended).toBe(0)
  expect(new Set(collector.spans.slice(before).map(({ traceId }) => traceId))).toEqual(new Set([id]))
})
