import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Purser } from '../../clients/typescript/src/client.ts'
import { type NodeProcess, startEmbeddedNode, startNodeProcess } from '../support/processes/node-process.ts'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { startTestScript } from '../support/processes/test-process.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'

const MINUTE = 60_000

/** What a shell may have for the driver of PostgreSQL: each would lead it elsewhere, or to another session. */
const FOR_POSTGRES = {
  PGHOST: '203.0.113.7',
  PGHOSTADDR: '203.0.113.7',
  PGPORT: '1',
  PGDATABASE: 'other',
  PGUSER: 'nobody',
  PGSSLMODE: 'verify-full',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c default_transaction_read_only=on -c search_path=pg_catalog',
  PGAPPNAME: 'psql',
  PGCLIENTENCODING: 'LATIN1',
  PGTZ: 'Asia/Kathmandu',
  PGDATESTYLE: 'SQL, DMY',
  PGSERVICE: 'other',
  PGCONNECT_TIMEOUT: '1',
}

/** Each: what a shell has for all that it starts. */
const surroundings: readonly (readonly [what: string, env: Record<string, string>])[] = [
  ['variables of libpq', FOR_POSTGRES],
  ['a Turkish locale', { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' }],
  ['a locale that is not installed', { LANG: 'xx_YY.UTF-8', LC_ALL: 'xx_YY' }],
  ['no locale, and a time zone that is none', { LC_ALL: 'C', TZ: 'Nowhere/Nothing' }],
  ['a time zone far ahead', { TZ: 'Pacific/Kiritimati' }],
  ['production', { NODE_ENV: 'production' }],
  ['options of Node', { NODE_OPTIONS: '--max-old-space-size=512 --no-deprecation', NODE_NO_WARNINGS: '1' }],
]

const env = { LC_CTYPE: 'C.UTF-8' }

async function buys({ baseUrl }: NodeProcess): Promise<void> {
  const purser = new Purser({ baseUrl, apiKey: TEST_API_KEY })
  const { id: customerId } = await purser.customers.create({
    email: 'a@example.com',
    metadata: { name: 'İstanbul ıI' },
  })
  const { id: cardId } = await purser.cards.create({ customerId, policy: { limits: { perDay: 100 } } })
  const merchant = { name: 'KITAP', mcc: '5942' }
  const first = await purser.network.authorize({ cardId, amount: 100, merchant })
  const second = await purser.network.authorize({ cardId, amount: 1, merchant })
  expect([first.decision, second.decision]).toEqual(['approve', 'decline'])
  const { metadata, createdAt } = await purser.customers.get(customerId)
  expect(metadata).toEqual({ name: 'İstanbul ıI' })
  expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(10 * MINUTE)
}

const ends = (node: NodeProcess) =>
  onTestFinished(async () => {
    node.process.child.kill('SIGTERM')
    await node.process.ended
  })

describe('what the shell has for other programs', () => {
  it.each(surroundings)('changes nothing: %s', async (_what, foreign) => {
    const test = await createTestDatabase()
    onTestFinished(() => test.drop())
    const node = await startNodeProcess(test.connection, { ...env, ...foreign })
    ends(node)
    await buys(node)
  })

  it('changes nothing for the embedded PostgreSQL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'purser-surroundings-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const all = Object.assign({}, ...surroundings.map(([, foreign]) => foreign)) as Record<string, string>
    const node = await startEmbeddedNode(folder, all)
    ends(node)
    await buys(node)
  })

  it('is refused in one line where it switches off the check of certificates', async () => {
    const refused = startTestScript(PURSER_ENTRY_FILE, ['start'], {
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', PORT: '0' },
    })
    expect(await refused.ended).toBe(2)
    expect(refused.stderr.filter((line) => line.startsWith('purser'))).toEqual([
      'purser: NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of every certificate. Unset it, and name your own authority with NODE_EXTRA_CA_CERTS.',
    ])
  })
})
