import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { postgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { postgresDirectoriesIn } from '../../../src/app/postgres/directories.ts'
import { readPostgresLockFile } from '../../../src/app/postgres/lock-file.ts'
import { withOwnDatabaseConnection } from '../../../src/store/connection/one-connection.ts'
import { exposedIn } from '../../monitoring/exposition.ts'
import { eventually } from '../../support/eventually.ts'
import { readNodeMetrics } from '../../support/metrics-of.ts'
import { isProcessRunning } from '../../support/processes/process-tree.ts'
import { commandRig } from '../../support/records/command-rig.ts'
import { logged, nodesNow, startSeveral, WITH_ENGINES } from './start-several.ts'

const LATE_MS = 30_000
const rig = commandRig({ isMigrated: true })

interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends a request on a connection of its own. Rejects where the connection fails, or nothing is answered for long. */
function ask(url: string, apiKey: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(url, { method, headers, agent: false, timeout: 5000 }, (reply) => {
      let text = ''
      reply.on('data', (data: Buffer) => (text += data.toString()))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
      reply.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** Makes one purchase, and sends it again under its reference until it is answered. */
async function buy({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }, purchase: object): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(`${baseUrl}/network/authorizations`, apiKey, purchase).catch((error: unknown) => {
      if (tries > 100) throw error
      return null
    })
    if (answer?.status === 200) return (JSON.parse(answer.text) as { decision: string }).decision
    if (answer !== null && answer.status !== 503) throw new Error(`${answer.status} ${answer.text}`)
    await delay(20)
  }
}

/** How many connections the service has open at the embedded database. */
async function openConnections(): Promise<number> {
  const lock = await readPostgresLockFile(postgresDirectoriesIn(rig.folder).cluster)
  return withOwnDatabaseConnection(postgresSocketConnection(lock?.socket ?? '', 'purser'), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'purser' and pid <> pg_backend_pid()`,
    )
    return rows[0]?.count ?? 0
  })
}

const purchases = (cardId: string, name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ cardId, amount: 100, networkReference: `${name}-${index}` }))

/** Calls `work` for all items, some at a time. */
async function lanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const rest = [...items]
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return results
}

describe('two processes on one embedded database', () => {
  it('decide as one, survive the end of one of them, and stop as one', async () => {
    const whole = await startSeveral(rig, { PURSER_DRAIN_SECONDS: '2' })
    const { process, baseUrl, apiKey, purser } = whole
    expect(process.stdout.filter((line) => /^\s+sk_/.test(line))).toHaveLength(1)
    const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
    const { id: cardId } = await purser.cards.create({ customerId, policy: { limits: { total: 10_000 } } })
    const valueOf = async (name: string, labels: Record<string, string> = {}) =>
      exposedIn(await readNodeMetrics(baseUrl, apiKey))
        .filter((one) => one.name === name && Object.entries(labels).every(([label, is]) => one.labels[label] === is))
        .reduce((sum, { value }) => sum + value, 0)

    // Both decide, and the metrics count each purchase once.
    const before = await lanes(purchases(cardId, 'first', 60), (purchase) => buy(whole, purchase))
    expect(before.filter((decision) => decision === 'approve')).toHaveLength(60)
    const decidedBy = logged(process).filter(({ route }) => route === '/v1/network/authorizations')
    expect(new Set(decidedBy.map((line) => line['process']))).toEqual(new Set([1, 2]))
    await eventually('the metrics count them', async () => (await valueOf('purser_authorizations_total')) === 60)
    expect(await valueOf('purser_processes')).toBe(2)
    expect(await valueOf('purser_build_info')).toBe(1)
    expect(await valueOf('purser_database_connections_max')).toBe(WITH_ENGINES)

    // Each is a node of its own.
    const nodes = await nodesNow(rig)
    expect(nodes.map(({ connections }) => connections)).toEqual([WITH_ENGINES / 2, WITH_ENGINES / 2])
    const [killed, other] = nodes.map(({ processId }) => processId) as [number, number]
    expect(killed).not.toBe(other)

    // One dies in the middle of purchases.
    let most = 0
    const after = await lanes(purchases(cardId, 'second', 90), async (purchase) => {
      if (purchase.networkReference === 'second-30') globalThis.process.kill(killed, 'SIGKILL')
      if (purchase.networkReference.endsWith('0')) most = Math.max(most, await openConnections())
      return buy(whole, purchase)
    })
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(WITH_ENGINES)
    expect(after).toHaveLength(90)
    expect(after.filter((decision) => decision === 'approve')).toHaveLength(40) // 100 of 1.00 each are the limit
    const references: (string | null)[] = []
    let approved = 0
    for await (const transaction of purser.transactions.list({ cardId, limit: 100 })) {
      references.push(transaction.networkReference ?? null)
      if (transaction.decision === 'approve') approved += 1
    }
    expect([references.length, new Set(references).size, approved]).toEqual([150, 150, 100])

    // It is replaced, and what it had counted stays counted.
    await eventually('two processes serve', async () => (await valueOf('purser_processes')) === 2, LATE_MS)
    expect(await valueOf('purser_process_restarts_total')).toBe(1)
    expect(await valueOf('purser_authorizations_total')).toBeGreaterThanOrEqual(60)
    expect(logged(process)).toContainEqual(
      expect.objectContaining({ pid: killed, signal: 'SIGKILL', process: 0, level: 50 }),
    )
    const alive = (await nodesNow(rig)).map(({ processId }) => processId).filter((pid) => pid !== killed)
    expect(alive).toHaveLength(2)

    // SIGTERM for the whole: not ready, serving, and then over.
    process.child.kill('SIGTERM')
    const ready = new URL('/readyz', baseUrl).href
    await eventually('it is not ready', async () => (await ask(ready, apiKey)).status === 503)
    const statuses = await lanes(purchases(cardId, 'third', 20), async (purchase) => [
      (await ask(ready, apiKey)).status,
      await buy(whole, purchase),
    ])
    expect(statuses).toEqual(Array.from({ length: 20 }, () => [503, 'decline']))
    expect(await process.ended).toBe(0)
    expect(alive.filter(isProcessRunning)).toEqual([])
    expect(logged(process).filter(({ level }) => Number(level) >= 50)).toHaveLength(1)
  })

  it('leave a signal for all processes to the first one', async () => {
    const { process, baseUrl, apiKey } = await startSeveral(rig, { PURSER_DRAIN_SECONDS: '1' })
    const [one, two] = (await nodesNow(rig)).map(({ processId }) => processId) as [number, number]
    for (const pid of [one, two]) globalThis.process.kill(pid, 'SIGTERM')
    expect((await ask(`${baseUrl}/customers`, apiKey)).status).toBe(200)
    expect([one, two].every(isProcessRunning)).toBe(true)
    process.child.kill('SIGINT')
    expect(await process.ended).toBe(0)
    expect([one, two].filter(isProcessRunning)).toEqual([])
  })

  it('end with the first process, however it ends', async () => {
    const { process } = await startSeveral(rig)
    const pids = (await nodesNow(rig)).map(({ processId }) => processId)
    process.child.kill('SIGKILL')
    await process.ended
    await eventually('none is left', () => pids.every((pid) => !isProcessRunning(pid)))
  })
})
