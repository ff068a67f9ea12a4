import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { startEmbeddedNode, type NodeProcess } from '../support/processes/node-process.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { startTestScript } from '../support/processes/test-process.ts'

/** As docs/guides/demo-data.md has it, and shorter. Both runs end at one moment, and what is open there is open when a node starts. */
const UNTIL = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString()
const SHORT = ['--days', '3', '--purchases', '10', '--seed', '7', '--until', UNTIL]
/** What a short story is declined for; a whole one for more. */
const RULES = [
  'agent_not_active',
  'card_closed',
  'card_frozen',
  'cooldown_active',
  'country_not_allowed',
  'credentials_invalid',
  'credentials_locked',
  'currency_not_supported',
  'customer_not_active',
  'duplicate_charge',
  'intent_missing',
  'max_transactions_exceeded',
  'mcc_blocked',
  'mcc_not_allowed',
  'merchant_blocked',
  'merchant_not_allowed',
  'outside_active_hours',
  'per_auth_exceeded',
]

interface Made {
  readonly spent: Readonly<Record<string, number>>
  readonly customers: readonly { readonly currency: string }[]
  readonly agents: number
  readonly cards: Record<string, number>
  readonly declines: Record<string, number>
  readonly changeRequests: Record<string, number>
  readonly waiting: readonly unknown[]
}

interface Seeded {
  readonly folder: string
  readonly made: Made
}

async function run(args: string[], env: Record<string, string>) {
  const process = startTestScript(PURSER_ENTRY_FILE, args, { env })
  return { code: await process.ended, said: process.stdout.join('\n'), complaint: process.stderr.join('\n') }
}

async function seeded(): Promise<Seeded> {
  const folder = mkdtempSync(join(tmpdir(), 'purser-seed-'))
  await chmod(folder, 0o755)
  const { code, said, complaint } = await run(['seed', '--json', ...SHORT], on(folder))
  if (code !== 0) throw new Error(complaint)
  return { folder, made: JSON.parse(said) as Made }
}

const on = (folder: string) => ({ PURSER_DATA_DIR: folder, PURSER_ADMIN_API_KEY: TEST_API_KEY })

/** All that a node tells of the company, without ids, card numbers and what a start changes. */
async function toldBy({ baseUrl }: NodeProcess) {
  const purser = new Purser({ baseUrl, apiKey: TEST_API_KEY })
  const names = new Map<string, string>()
  const told = async (list: AsyncIterable<{ id: string; createdAt?: string | null }>) => {
    const found: object[] = []
    for await (const { id, ...rest } of list) found.push({ ...rest, id: names.get(id) ?? null })
    return JSON.parse(JSON.stringify(found), (key, value: unknown) => {
      if (NOT_THE_SAME.has(key)) return undefined
      return typeof value === 'string' && ID.test(value) ? (names.get(value) ?? 'another id') : value
    }) as object[]
  }
  for await (const { id, name } of purser.customers.list()) names.set(id, name?.business ?? '')
  for await (const { id, externalId } of purser.agents.list()) names.set(id, externalId ?? '')
  for await (const { id, label } of purser.cards.list()) names.set(id, label ?? '')
  for await (const { id, name } of purser.apiKeys.list()) names.set(id, name)
  return {
    customers: await told(purser.customers.list()),
    agents: await told(purser.agents.list()),
    cards: await told(purser.cards.list()),
    transactions: await told(purser.transactions.list({ limit: 100 })),
    intents: await told(purser.intents.list({ limit: 100 })),
    approvals: await told(purser.approvals.list({ limit: 100 })),
    changeRequests: await told(purser.changeRequests.list({ limit: 100 })),
  }
}

const ID = /^[a-z]+_[0-9a-z]{26}$/
const NOT_THE_SAME = new Set(['approvalUrl', 'last4', 'lastUsedAt', 'subjectHash'])

describe('purser seed', () => {
  let one: Seeded
  let other: Seeded
  beforeAll(async () => {
    ;[one, other] = await Promise.all([seeded(), seeded()])
  })
  afterAll(() => {
    for (const { folder } of [one, other]) rmSync(folder, { recursive: true, force: true })
  })

  it('makes a company of 7 customers in 3 currencies, 22 agents and 62 cards, declined by every common rule, with approvals and change requests that wait', () => {
    const { customers, agents, cards, declines, changeRequests, waiting } = one.made
    expect([customers.length, agents, Object.values(cards).reduce((sum, each) => sum + each, 0)]).toEqual([7, 22, 62])
    // Some spend nothing on three days with a weekend.
    expect(new Set(customers.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'JPY', 'USD']))
    expect(one.made.spent['USD']).toBeGreaterThan(0)
    expect(Object.keys(declines)).toEqual(expect.arrayContaining(RULES))
    expect(cards).toMatchObject({
      active: expect.any(Number) as number,
      frozen: 3,
      closed: expect.any(Number) as number,
    })
    // Those that every story leaves open, and what somebody happened to declare in the last hour before its end.
    expect(waiting.length).toBeGreaterThanOrEqual(7)
    expect(changeRequests).toEqual({ pending: 3, approved: 1, rejected: 1 })
  })

  it('leaves a database that verifies', async () => {
    const { code, said } = await run(['verify'], on(one.folder))
    expect([code, said]).toEqual([0, expect.stringMatching(/of 7 customers replayed, 0 differences/)])
  })

  it('tells the same story for the same seed, and a start goes on with it at the real time', async () => {
    const nodes = await Promise.all([one, other].map((made) => startEmbeddedNode(made.folder)))
    try {
      const [first, second] = (await Promise.all(nodes.map(toldBy))) as [object, object]
      expect(first).toEqual(second)

      const purser = new Purser({ baseUrl: nodes[0]?.baseUrl ?? '', apiKey: TEST_API_KEY })
      const cards = await purser.cards.list({ limit: 100 })
      const coffee = cards.data.find(({ label }) => label === 'Coffee')
      const before = Date.now()
      const { transaction } = await purser.network.authorize({ cardId: coffee?.id ?? '', amount: 500 })
      expect(transaction.decision).toBe('approve')
      expect(Date.parse(transaction.createdAt)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(transaction.createdAt)).toBeLessThanOrEqual(Date.now())
      const beside = await run(['seed'], on(one.folder))
      expect([beside.code, beside.complaint]).toEqual([2, expect.stringContaining('in use: another Purser')])
    } finally {
      for (const { process } of nodes) process.child.kill('SIGTERM')
      await Promise.all(nodes.map(({ process }) => process.ended))
    }
    const again = await run(['seed', ...SHORT], on(one.folder))
    expect([again.code, again.complaint]).toEqual([2, expect.stringContaining('has customers already')])
  })

  it('refuses a database that another Purser uses', async () => {
    const { connection, database, drop } = await createTestDatabase()
    const theirs = await database.pool.connect()
    try {
      const { host, port, user, database: name } = connection
      const env = {
        DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
        PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      }
      expect(await run(['seed', ...SHORT], env)).toMatchObject({
        code: 2,
        complaint: 'purser: Another Purser uses this database. Stop it first, and start it again afterwards.',
      })
    } finally {
      theirs.release()
      await drop()
    }
  })

  it.each([
    { args: ['--days', '0'], env: {}, says: '--days must be a whole number from 1 to 730' },
    { args: ['--seed', 'x'], env: {}, says: '--seed must be a whole number' },
    { args: ['--until', '2999-01-01T00:00:00Z'], env: {}, says: '--until must be a time in the past' },
    { args: ['now'], env: {}, says: 'purser seed takes no words' },
    { args: [], env: { PURSER_MAX_KEY_DAYS: '30' }, says: 'PURSER_MAX_KEY_DAYS is set' },
  ])('ends with exit code 2 for $args with $env and says: $says', async ({ args, env, says }) => {
    const { code, complaint } = await run(['seed', ...args], { PURSER_DATA_DIR: '/nowhere', ...env })
    expect([code, complaint]).toEqual([2, expect.stringContaining(says)])
  })
})
