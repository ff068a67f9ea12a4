import { createTestDatabase } from '../support/postgres/test-database.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-node.ts'
import { someChallenge } from '../support/records/some-challenge.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { MINUTE_MS } from '../../src/lib/clock.ts'
import { keepTestClock } from '../../src/store/nodes/test-clock.ts'
import { operations } from '../../src/contract/operations.ts'
import type { DeliveredEvent, RecordedApiExchange, RecordedExamplesFile } from '../../src/http/openapi/recorded.ts'
import { auditEventId } from '../../src/store/audit/audit-deliveries.ts'
import { webhookSignatureHeader } from '../../src/lib/network/webhook-signature.ts'
import { webhookSecretOf } from './documented.ts'
import { joinWithPasskey } from './join-with-passkey.ts'
import { StandIns } from './stand-ins.ts'
import { methodOf, type Sent, type Step, urlOf } from './step.ts'

const STARTS_AT = Date.parse('2026-03-02T09:00:00.000Z')
const PUBLIC_URL = 'https://purser.example.com'
const SETTINGS = {
  PURSER_PUBLIC_URL: PUBLIC_URL,
  PURSER_TEST_CLOCK: 'true',
  PURSER_RATE_LIMIT: 'on',
  PURSER_CREDENTIAL_READS_PER_HOUR: '3',
  PURSER_STRIPE_KEY: 'rk_test_0123456789',
}

/** Plays the story on a service that nobody has used. `sent` says what is sent: the step itself, or what the document has of it. */
export async function play(
  story: readonly Step[],
  sent: (step: Step) => Sent = (step) => step,
): Promise<RecordedExamplesFile> {
  const { database, drop } = await createTestDatabase()
  await keepTestClock(database, STARTS_AT)
  const sink = await openWebhookSink()
  const issuer = new StripeApi()
  issuer.fate = ({ params }) =>
    params['billing[address][postal_code]'] === '00000' ? { status: 400, message: 'Invalid ZIP code: 00000' } : 'well'
  await issuer.up()
  const node = await startNode(database, { ...SETTINGS, PURSER_STRIPE_URL: issuer.url })
  try {
    const till: Till = { node, baseUrl: node.baseUrl, standIns: new StandIns(sink.url), cookies: [] }
    const [first] = (await node.purser.apiKeys.list()).data
    till.standIns.document(first?.id) // the admin's key is the first
    const exchanges: RecordedApiExchange[] = []
    for (const step of story) exchanges.push(...(await asked(till, step, sent(step))))
    await joinWithPasskey(node.baseUrl, PUBLIC_URL)
    return { exchanges, events: await eventsOf(till, sink) }
  } finally {
    await node.stop()
    await issuer.down()
    await sink.close()
    await drop()
  }
}

interface Till {
  readonly node: TestNode
  readonly baseUrl: string
  readonly standIns: StandIns
  /** Of the sessions, in the order in which they are opened. */
  readonly cookies: string[]
}

async function asked(till: Till, step: Step, sent: Sent): Promise<RecordedApiExchange[]> {
  const { operation, name, summary = '' } = step
  if (step.challenges !== undefined) {
    const { cardId } = till.standIns.real({ cardId: step.challenges })
    till.standIns.document(await someChallenge(till.node, cardId, { answerUntil: minutesAhead(till.node) }))
  }
  const { status, body } = await send(till, step, sent)
  const expected = step.status ?? operations[operation].status
  if (status !== expected) {
    throw new Error(`${operation} ${name ?? ''} is answered ${status} in place of ${expected}: ${JSON.stringify(body)}`)
  }
  if (operation === 'getCardDetails' && status === 200) {
    till.standIns.learnNumber(String(sent.path?.['cardId']), body as Record<string, string>)
  }
  const reply = till.standIns.document(body)
  if (name === undefined) return []
  const { path, query, body: sentBody } = step
  const request = status >= 400 ? undefined : JSON.parse(JSON.stringify({ path, query, body: sentBody }))
  return [{ operation, name, summary, ...(request === undefined ? {} : { request }), status, reply }]
}

const minutesAhead = ({ deps }: TestNode) => deps.clock.now() + 5 * MINUTE_MS

async function send(
  { baseUrl, standIns, cookies }: Till,
  step: Step,
  sent: Sent,
): Promise<{ status: number; body: unknown }> {
  const { path, query, body, as } = standIns.real({ ...sent, as: step.as })
  const reply = await fetch(`${baseUrl}${urlOf(step.operation, { ...(path && { path }), ...(query && { query }) })}`, {
    method: methodOf(step),
    headers: {
      ...(step.session === undefined
        ? as !== null && { authorization: `Bearer ${as ?? TEST_API_KEY}` }
        : { cookie: cookies[step.session - 1] ?? '', origin: new URL(baseUrl).origin }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...step.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(standIns.real(body)) }),
  })
  const [opened] = reply.headers.getSetCookie()
  if (opened?.includes('=session_')) cookies.push(opened.split(';', 1)[0] ?? '')
  return { status: reply.status, body: await reply.json() }
}

/** The first event of each type. Entries of the audit trail are not listed: the first one that was sent is taken. */
async function eventsOf(
  { baseUrl, standIns }: Till,
  { requests }: WebhookSink,
): Promise<RecordedExamplesFile['events']> {
  const events: Record<string, { type: string }> = {}
  let cursor: string | null = null
  do {
    const url: string = `${baseUrl}/events?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`
    const page = (await (await fetch(url, { headers: { authorization: `Bearer ${TEST_API_KEY}` } })).json()) as {
      data: { type: string }[]
      nextCursor: string | null
    }
    for (const event of page.data) events[event.type] = event
    cursor = page.nextCursor
  } while (cursor !== null)
  const [entry] = requests
    .filter(({ event }) => event.type === 'audit.recorded' && resourceOf(event).type !== 'webhook')
    .toSorted((a, b) => Number(a.event.data['sequence']) - Number(b.event.data['sequence']))
  if (entry !== undefined) events['audit.recorded'] = entry.event
  const sorted = Object.entries(events).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([type, event]) => [type, delivered(withIdOfEntry(standIns.document(event) as DocumentedEvent))]),
  )
}

const resourceOf = ({ data }: { data: Record<string, unknown> }) => data['resource'] as { type: string }

interface DocumentedEvent {
  readonly type: string
  readonly createdAt: string
  readonly data: { readonly id?: string }
}

/** The event of an audit entry has the id of the entry. The stand-ins for ids are numbered for each prefix. */
const withIdOfEntry = (event: DocumentedEvent): DocumentedEvent =>
  event.type === 'audit.recorded' ? ({ ...event, id: auditEventId(event.data.id ?? '') } as DocumentedEvent) : event

function delivered(event: { createdAt: string }): DeliveredEvent {
  const signature = webhookSignatureHeader(JSON.stringify(event), [webhookSecretOf(1)], Date.parse(event.createdAt))
  return { event, signature }
}
