import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testsWithNeeds } from '../support/needs.ts'
import { verifyDecisionHistory } from '../../src/app/administration/verify-history.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { testLogger } from '../support/test-logger.ts'
import { packageVersion } from '../../src/app/version.ts'
import { lastCommandRun, recordCommandRun } from '../../src/store/nodes/command-runs.ts'
import { eventually } from '../support/eventually.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'
import { lockCustomer } from '../support/postgres/locks.ts'
import { TestEventStreamReader } from '../support/receivers/event-listener.ts'
import { databaseUrl } from '../support/processes/node-process.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { type Exposed, exposedIn, groupedIn, selectedIn } from './exposition.ts'
import { alerts, boardQueries, RULES_FILE } from './monitoring-files.ts'
import { prometheusServer, type Prometheus, startPrometheus } from './prometheus.ts'

let node: TestPurser
let cardId: string
let failing: { url: string; close: () => void }
const LATE_MS = 20_000

beforeAll(async () => {
  failing = await failingReceiver()
  node = await startPurser()
  const { purser } = node
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'buyer' })
  cardId = (await purser.cards.create({ customerId, agentId, limits: { perAuth: 500 } })).id
  const { id: askingCardId } = await purser.cards.create({ customerId, policy: { requireApproval: true } })
  await purser.webhooks.create({ url: failing.url, events: ['transaction.created'] })
  await purser.webhooks.create({ url: failing.url, events: ['card.closed'] })
  const { id: disabled } = await purser.webhooks.create({ url: failing.url, events: ['card.closed'] })
  await purser.webhooks.update(disabled, { status: 'disabled' })
  await purser.intents.declare(askingCardId, { purpose: 'Ink' })
  await purser.intents.declare(askingCardId, { purpose: 'Paper' })
  await purser.changeRequests.create({ agentId, wanted: { limits: { perAuth: 900 } }, why: 'Ink' })
  await purser.network.authorize({ cardId, amount: 100 })
  await purser.network.authorize({ cardId, amount: 501 })
  await refuseOne(customerId)
})
afterAll(async () => {
  await node.stop()
  failing.close()
})

async function failingReceiver() {
  const server = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** A purchase that is answered 503, because another transaction keeps its customer locked. */
async function refuseOne(customerId: string): Promise<void> {
  const release = await lockCustomer(node.database.pool, customerId)
  const headers = { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ cardId, amount: 1 })
  const { status } = await fetch(`${node.baseUrl}/network/authorizations`, { method: 'POST', headers, body })
  await release()
  expect(status).toBe(503)
}

const exposed = async (): Promise<Exposed[]> => exposedIn(await readNodeMetrics(node.baseUrl))
const valueOf = (all: readonly Exposed[], name: string, labels: Record<string, string> = {}): number | undefined =>
  all.find((one) => one.name === name && Object.entries(labels).every(([label, is]) => one.labels[label] === is))?.value

describe('a node shows', () => {
  const shows = (what: string, value: number, name: string, labels?: Record<string, string>) =>
    eventually(what, async () => valueOf(await exposed(), name, labels) === value, LATE_MS)

  it('its version, and that its database answers and takes writes', async () => {
    const all = await exposed()
    expect(valueOf(all, 'purser_build_info', { version: packageVersion })).toBe(1)
    expect(valueOf(all, 'purser_database_up')).toBe(1)
    expect(valueOf(all, 'purser_database_writable')).toBe(1)
  })

  it('webhooks by state', async () => {
    await shows('one webhook fails', 1, 'purser_webhooks', { state: 'failing' })
    const all = await exposed()
    expect(valueOf(all, 'purser_webhooks', { state: 'active' })).toBe(1)
    expect(valueOf(all, 'purser_webhooks', { state: 'disabled' })).toBe(1)
  })

  it('what waits for a person, and for how long', async () => {
    await shows('two intents wait', 2, 'purser_approvals_waiting', { kind: 'intent' })
    const all = await exposed()
    expect(valueOf(all, 'purser_approvals_waiting', { kind: 'change_request' })).toBe(1)
    for (const kind of ['intent', 'change_request']) {
      expect(valueOf(all, 'purser_approvals_oldest_seconds', { kind })).toBeGreaterThan(0)
    }
  })

  it('declines by reason, and refusals', async () => {
    await shows('one purchase was declined', 1, 'purser_authorization_declines_total', { reason: 'limit_exceeded' })
    const refused = { operation: 'createAuthorization', reason: 'customer_locked' }
    expect(valueOf(await exposed(), 'purser_http_refusals_total', refused)).toBe(1)
  })

  it('connections in use, idle, waited for and at most, of each pool', async () => {
    const all = await exposed()
    for (const pool of ['read', 'write', 'engine']) {
      const [used = -1, idle = -1] = ['used', 'idle'].map((state) =>
        valueOf(all, 'purser_database_connections', { pool, state }),
      )
      const most = valueOf(all, 'purser_database_connections_max', { pool })
      expect(used).toBeGreaterThanOrEqual(0)
      expect(used + idle).toBeGreaterThan(0)
      expect(used + idle).toBeLessThanOrEqual(most ?? 0)
      expect(valueOf(all, 'purser_database_connections_waiting', { pool })).toBe(0)
    }
  })

  it('streams that are open', async () => {
    const headers = { authorization: `Bearer ${TEST_API_KEY}` }
    const listener = new TestEventStreamReader(await fetch(`${node.baseUrl}/events/stream`, { headers }))
    await shows('a stream is open', 1, 'purser_event_streams_open')
    await listener.stop()
    await shows('no stream is open', 0, 'purser_event_streams_open')
  })

  it('that it sweeps, and how long ago the books were verified', async () => {
    expect(valueOf(await exposed(), 'purser_verify_age_seconds')).toBe(-1)
    expect(valueOf(await exposed(), 'purser_sweep_age_seconds')).toBeGreaterThanOrEqual(0)
    const endedAt = node.database.clock.now() - 60_000
    const result = { customers: 1, entries: 10, differences: 3 }
    await recordCommandRun(node.database, { command: 'verify', version: '0.0.0', result, ended_at: endedAt })
    await shows('three differences', 3, 'purser_verify_differences')
    expect(valueOf(await exposed(), 'purser_verify_age_seconds')).toBeGreaterThan(59)
  })

  it('the result of a run of purser verify over all customers, and of no other', async () => {
    const settings = readSettings({
      DATABASE_URL: databaseUrl(node.connection),
      PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    const run = (customerId?: string) =>
      verifyDecisionHistory({
        settings,
        logger: testLogger,
        customerId,
        onDifference: () => undefined,
        onProgress: () => undefined,
      })
    const recorded = () => lastCommandRun(node.database.db, 'verify')
    const before = await recorded()
    const [customer] = (await node.purser.customers.list()).data
    await run(customer?.id)
    expect(await recorded()).toEqual(before)
    const { differences } = await run()
    expect(await recorded()).toMatchObject({ result: { differences } })
    await shows('the run is shown', differences, 'purser_verify_differences')
  })
})

const queries = [
  ...alerts.map(({ alert, expr }) => ({ of: alert, expr })),
  ...boardQueries.map(({ title, expr }) => ({ of: title, expr })),
]
/** Prometheus adds these to every series. */
const OF_PROMETHEUS = new Set(['job', 'instance', 'pod'])

describe('each query of the rules and of the board', () => {
  it('names metrics that the node has, labels that they have, and values that they take', async () => {
    const all = [...(await exposed()), { name: 'up', labels: {}, value: 1 }]
    const wrong: string[] = []
    for (const { of, expr } of queries) {
      const selected = selectedIn(expr)
      expect([of, selected.length]).not.toEqual([of, 0])
      for (const { name, matchers } of selected) {
        const series = all.filter((one) => one.name === name)
        if (series.length === 0) wrong.push(`${of}: the node has no metric ${name}`)
        for (const { label, is, value } of matchers) {
          if (OF_PROMETHEUS.has(label) || series.length === 0) continue
          const isThere = series.some(({ labels }) => (is === '=' ? labels[label] === value : label in labels))
          if (!isThere) wrong.push(`${of}: no series of ${name} has ${label}${is}"${value}"`)
        }
      }
      const labels = new Set(
        all.filter(({ name }) => selected.some((one) => one.name === name)).flatMap((one) => Object.keys(one.labels)),
      )
      const unknown = groupedIn(expr).filter((label) => !labels.has(label) && !OF_PROMETHEUS.has(label))
      if (unknown.length > 0) wrong.push(`${of}: no metric of it has the label ${unknown.join(', ')}`)
    }
    expect(wrong).toEqual([])
  })
})

testsWithNeeds(prometheusServer).describe('Prometheus', () => {
  let prometheus: Prometheus
  beforeAll(async () => {
    const discovery = { static_configs: [{ targets: [new URL(node.baseUrl).host] }] }
    prometheus = await startPrometheus({ discovery, apiKey: node.apiKey, rulesFile: RULES_FILE })
  })
  afterAll(() => prometheus?.stop())

  it('evaluates each rule, and a node that works raises no alert', async () => {
    const evaluated = async () => (await prometheus.rules()).every(({ health }) => health !== 'unknown')
    await eventually('every rule was evaluated', evaluated, LATE_MS)
    const rules = await prometheus.rules()
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
    expect(rules.filter(({ state }) => state === 'firing').map(({ name }) => name)).toEqual([])
  })

  it('answers each query of the board', async () => {
    const answered = async () => (await prometheus.query('rate(purser_http_replies_total[10s])')).length > 0
    await eventually('there are rates', answered, LATE_MS)
    // Lines that are drawn only where something is above 0.
    const drawn = boardQueries.filter(({ expr }) => !expr.endsWith('> 0'))
    const empty: string[] = []
    for (const { title, expr } of drawn)
      if ((await prometheus.query(expr)).length === 0) empty.push(`${title}: ${expr}`)
    for (const { expr } of boardQueries) await prometheus.query(expr)
    expect(empty).toEqual([])
  })
})
