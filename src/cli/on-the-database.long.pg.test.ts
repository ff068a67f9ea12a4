import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { postgresSocketConnection } from '../app/postgres/connection.ts'
import { postgresDirectoriesIn } from '../app/postgres/directories.ts'
import { readPostgresLockFile } from '../app/postgres/lock-file.ts'
import { openDatabase } from '../store/connection/database.ts'
import { eventually } from '../../test/support/eventually.ts'
import { baseUrlOf } from '../../test/support/processes/base-url-of.ts'
import { callTestNode } from '../../test/support/processes/call.ts'
import { commandRig } from '../../test/support/records/command-rig.ts'

const KEY = `sk_${'k'.repeat(40)}`

describe('purser keys and accounts', () => {
  const rig = commandRig({ isMigrated: true })
  const { purser, run } = rig

  it('work beside a running service', async () => {
    const process = purser(['start'])
    const baseUrl = await baseUrlOf(process)
    const made = await run(['keys', 'create', 'dashboard', '--role', 'read'])
    expect(made.code).toBe(0)
    const secret = made.stdout.at(-1) as string
    expect((await callTestNode(`${baseUrl}/customers`, secret)).status).toBe(200)

    const list = await run(['keys', 'list'])
    expect(list.stdout.join('\n')).toMatch(/dashboard.*read/)
    const id = /key_[0-9a-z]{26}/.exec(made.stdout.join('\n'))?.[0] as string
    const rotated = await run(['keys', 'rotate', id, '--overlap', '2h'])
    expect(rotated.stdout.join('\n')).toMatch(/The previous secret works until \d{4}-\d\d-\d\dT.*Z\./)
    const statusOf = async (key: string) => (await callTestNode(`${baseUrl}/customers`, key)).status
    expect([await statusOf(secret), await statusOf(rotated.stdout.at(-1) as string)]).toEqual([200, 200])
    expect((await run(['keys', 'rotate', id, '--overlap', '8d'])).stderr).toContain('--overlap is at most 7d')
    expect((await run(['keys', 'revoke', id])).code).toBe(0)
    await eventually(
      'the key is refused',
      async () => (await callTestNode(`${baseUrl}/customers`, secret)).status === 401,
      2000,
    )

    const account = await run(['accounts', 'create', 'Second'])
    expect((await callTestNode(`${baseUrl}/customers`, account.stdout.at(-1) as string)).status).toBe(200)
    expect((await run(['keys', 'create', 'which?', '--role', 'read'])).stderr).toContain(
      'Which account? Give --account',
    )
  })

  it('work without a service, and stop what they started', async () => {
    const account = await run(['accounts', 'create', 'First'])
    expect(account.code).toBe(0)
    expect(account.stdout.at(-1)).toMatch(/^sk_[0-9A-Za-z]{40}$/)
    expect(await readPostgresLockFile(postgresDirectoriesIn(rig.folder).cluster)).toBeNull()
  })

  it('make keys with more requests than any key has, for some addresses, and for as long as PURSER_MAX_KEY_DAYS allows', async () => {
    const env = { PURSER_MAX_KEY_DAYS: '30' }
    await run(['accounts', 'create', 'First'], env)
    const first = await run(['keys', 'list'])
    expect(first.stdout.join('\n')).toMatch(/First admin key.*enterprise.*\d{4}-\d{2}-\d{2} .*\d{4}-\d{2}-\d{2} /)
    const create = (...more: string[]) => run(['keys', 'create', 'till', '--role', 'network', ...more], env)
    const endless = await create()
    expect([endless.code, endless.stderr]).toEqual([2, expect.stringContaining('a key lasts 30 days at most')])
    const ends = new Date(Date.now() + 29 * 86_400_000).toISOString()
    const narrow = ['--allowed-addresses', '10.0.0.0/8,2001:db8::/32', '--requests-per-minute', '10000000']
    expect((await create('--expires-at', ends, ...narrow)).code).toBe(0)
    expect((await create('--expires-at', ends, '--allowed-addresses', '10.0.0.1')).stderr).toContain('CIDR notation')
  })

  it('say what is wrong with what they are asked, and end with exit code 2', async () => {
    await run(['accounts', 'create', 'First'])
    const refused = [
      { args: ['keys', 'create', 'x', '--role', 'boss'], says: 'role' },
      { args: ['keys', 'create', 'x'], says: 'add --role admin|approver|read|agent|network' },
      { args: ['keys', 'revoke', 'key_unknown'], says: 'no such API key' },
      { args: ['keys', 'frobnicate'], says: 'purser keys create <name>' },
      { args: ['accounts', 'create'], says: 'purser accounts create <name>' },
    ]
    for (const { args, says } of refused) {
      const { code, stderr } = await run(args)
      expect(stderr).toContain(says)
      expect(code).toBe(2)
    }
  })
})

describe('purser verify', () => {
  const rig = commandRig({ isMigrated: true })
  const { purser, run } = rig

  it('makes all decisions again beside a running service, and ends with 1 where something differs', async () => {
    const service = purser(['start'], { PURSER_ADMIN_API_KEY: KEY })
    const baseUrl = await baseUrlOf(service)
    const create = async (path: string, body: object) => {
      const answer = await callTestNode(`${baseUrl}/${path}`, KEY, { method: 'POST', body: JSON.stringify(body) })
      return (await answer.json()) as { id: string }
    }
    const { id: customerId } = await create('customers', { email: 'ada@example.com' })
    const { id: cardId } = await create('cards', { customerId, policy: { limits: { perAuth: 100 } } })
    for (const amount of [100, 101]) await create('network/authorizations', { cardId, amount })
    const clean = await run(['verify'])
    expect(clean.stdout).toEqual(['2 decisions and steps of 1 customers replayed, 0 differences.'])
    expect(clean.code).toBe(0)

    const lock = await readPostgresLockFile(postgresDirectoriesIn(rig.folder).cluster)
    const database = openDatabase({
      connection: postgresSocketConnection(lock?.socket ?? '', 'purser'),
      maxConnections: 1,
    })
    await database.pool.query(`update cards set merchant_lock = 'Elsewhere' where id = $1`, [cardId])
    await database.close()
    const found = await run(['verify', '--customer', customerId])
    expect(found.stdout[0]).toBe(`${customerId} ${cardId}: merchant_lock: stored "Elsewhere", replayed null`)
    expect(found.code).toBe(1)
    const json = await run(['verify', '--json', '--customer', customerId])
    expect(JSON.parse(json.stdout.join(''))).toEqual({
      customers: 1,
      entries: 2,
      differences: 1,
      firstDifferences: [found.stdout[0]],
    })
    expect((await run(['verify', '--customer', 'cust_unknown'])).code).toBe(2)
  })
})

describe('purser migrate and vault rotate', () => {
  const rig = commandRig()
  const { run } = rig

  it('say what they did', async () => {
    expect((await run(['migrate'])).stdout.join('\n')).toContain('0001_first')
    expect((await run(['migrate'])).stdout).toEqual(['The database is up to date.'])
    const before = await run(['vault', 'rotate'])
    expect(before.stdout.join('\n')).toContain('0 cards renewed')
    const keys = () => readFileSync(join(rig.folder, 'master.key'), 'utf8').trim().split('\n')
    expect(keys()).toHaveLength(2)
    const after = await run(['vault', 'rotate', '--reencrypt', '--retire'])
    expect(after.stdout.filter((line) => line.startsWith('Removed the master key'))).toHaveLength(2)
    expect([after.code, keys().length]).toEqual([0, 1])
    expect((await run(['migrate'])).code).toBe(0)
  })
})
