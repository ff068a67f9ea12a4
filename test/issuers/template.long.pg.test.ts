import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AcmeStandIn, acmeStandInSettings, startAcmeStandIn } from '../../examples/issuer/stand-in.ts'
import { eventually } from '../support/eventually.ts'
import { baseUrlOf } from '../support/processes/base-url-of.ts'
import { copyCheckout } from '../support/processes/copy-checkout.ts'
import { databaseUrl } from '../support/processes/node-process.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { startTestCommand, type TestProcess } from '../support/processes/test-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'another-issuer.md'), 'utf8')
/** The lines outside of the folder, as the guide has them in its table: file and line. */
const lines = [...GUIDE.matchAll(/^\| `(src\/issuers\/\S+)` \| `(.+)` \|$/gm)].map(([, file = '', line = '']) => ({
  file,
  line,
}))

describe('the template of an issuer, copied into a checkout', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'purser-issuer-'))
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: checkout, encoding: 'utf8' })
  beforeAll(() => {
    copyCheckout(checkout)
    symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    cpSync(join(ROOT, 'examples', 'issuer', 'acme'), join(checkout, 'src', 'issuers', 'acme'), { recursive: true })
    for (const { file, line } of lines) {
      const text = readFileSync(join(checkout, file), 'utf8')
      const added = line.startsWith('export')
        ? `${text}${line}\n`
        : text.replace('\n} as const', `\n  ${line}\n} as const`)
      writeFileSync(join(checkout, file), added)
    }
    expect(run('tools/generate.ts')).toMatchObject({ stderr: '', status: 0 })
  })
  afterAll(() => rmSync(checkout, { recursive: true }))

  it('compiles with one line in each of the lists, and what is generated from them', () => {
    expect(lines).toHaveLength(4)
    writeFileSync(
      join(checkout, 'tsconfig.src.json'),
      '{"extends": "./tsconfig.json", "include": ["src"], "exclude": ["**/*.test.ts"]}',
    )
    expect(run(join('node_modules', '@typescript', 'native', 'bin', 'tsc'), '-p', 'tsconfig.src.json')).toMatchObject({
      stdout: '',
      status: 0,
    })
  })

  it('is in the settings, in the API document and in the help', () => {
    const { stdout } = run('src/cli/main.ts', 'help', 'settings')
    for (const name of ['PURSER_ACME_KEY', '--acme-currencies', 'PURSER_ACME_EVENT_SECRET_FILE'])
      expect(stdout).toContain(name)
    expect(run('src/cli/main.ts', 'cards', 'create', '--help').stdout).toContain('purser|stripe|lithic|acme')
  })

  describe('and started', () => {
    let acme: AcmeStandIn
    let database: TestDatabase
    let node: TestProcess
    let origin: string
    beforeAll(async () => {
      acme = await startAcmeStandIn()
      database = await createTestDatabase()
      node = startTestCommand(process.execPath, [join(checkout, 'test/support/processes/purser-process.ts'), 'start'], {
        cwd: checkout,
        env: {
          DATABASE_URL: databaseUrl(database.connection),
          PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
          PURSER_ADMIN_API_KEY: TEST_API_KEY,
          PURSER_ISSUER: 'acme',
          PURSER_ACME_URL: acme.url,
          PORT: '0',
          ...acmeStandInSettings,
        },
      })
      origin = (await baseUrlOf(node)).replace('/v1', '')
    })
    afterAll(async () => {
      node.child.kill('SIGTERM')
      await node.ended
      await database.drop()
      await acme.close()
    })

    const call = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(`${origin}/v1${path}`, { headers, ...sent })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }

    it('issues a card, and decides a purchase by its policy', async () => {
      const { body: customer } = await call('/customers', { email: 'acme@example.com' })
      const policy = { limits: { perAuth: 5000 } }
      const { body: card } = await call('/cards', { customerId: customer['id'], policy })
      const cardOf = async () => (await call(`/cards/${String(card['id'])}`)).body
      await eventually('the card is at the issuer', async () =>
        JSON.stringify((await cardOf())['issuer']).includes('"ready"'),
      )
      const [there] = acme.cards
      expect(there).toMatchObject({ reference: card['id'], currency: 'USD', status: 'active' })
      const merchant = { name: 'Ink Shop', mcc: '5943', city: 'Berlin', country: 'DE' }
      const buy = (amount: number) => acme.buy(origin, { card: there ?? {}, amount, merchant })
      expect(await buy(4200)).toEqual({ approved: true })
      expect(await buy(6000)).toEqual({ approved: false, reason: 'per_auth_exceeded' })
      const { body: listed } = await call(`/transactions?cardId=${String(card['id'])}`)
      expect(listed['data']).toMatchObject([
        { decision: 'decline', amount: 6000 },
        { decision: 'approve', amount: 4200, status: 'pending', merchant: { name: 'Ink Shop' } },
      ])
    })

    it('refuses a customer in a currency that it does not have, by its own setting', async () => {
      const { body: customer } = await call('/customers', { email: 'yen@example.com', currency: 'JPY' })
      const refused = await call('/cards', { customerId: customer['id'] })
      expect(refused).toMatchObject({ status: 400, body: { error: { param: 'issuer' } } })
    })
  })
})
