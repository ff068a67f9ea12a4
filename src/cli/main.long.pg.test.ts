import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { options } from '../app/settings/options.ts'
import { connectionTo } from '../app/postgres/connection.ts'
import { directoriesIn } from '../app/postgres/directories.ts'
import { readLockFile } from '../app/postgres/lock-file.ts'
import { createDatabase, dropDatabase } from '../store/connection/create-database.ts'
import { openDatabase } from '../store/connection/database.ts'
import { eventually } from '../../test/support/eventually.ts'
import { commandRig } from '../../test/support/records/command-rig.ts'
import { childrenOf, isRunning, killTree } from '../../test/support/processes/process-tree.ts'
import { startCommand, type TestProcess } from '../../test/support/processes/test-process.ts'

const KEY = `sk_${'k'.repeat(40)}`

const rig = commandRig()
const { purser, run } = rig

async function baseUrlOf(process: TestProcess): Promise<string> {
  const line = await process.line((text) => text.startsWith('Purser listens on '))
  return line.slice('Purser listens on '.length)
}

const call = (url: string, key: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  )

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

describe('purser start', () => {
  it('opens no debugger for whoever sends the signal for it', async () => {
    const process = purser(['start'])
    const health = new URL('/healthz', await baseUrlOf(process))
    process.child.kill('SIGUSR1')
    for (let asked = 0; asked < 20; asked += 1) expect((await fetch(health)).status).toBe(200)
    process.child.kill('SIGTERM')
    expect(await process.ended).toBe(0)
    expect(process.stderr.join('\n')).not.toContain('Debugger')
  })

  it('prints its base URL and, at the first start only, the admin key that it made', async () => {
    const first = purser(['start'])
    const baseUrl = await baseUrlOf(first)
    const key = (await first.line((line) => /^\s+sk_/.test(line))).trim()
    expect(key).toMatch(/^sk_[0-9A-Za-z]{40}$/)
    expect((await call(`${baseUrl}/customers`, key)).status).toBe(200)
    expect(first.stderr.join('\n')).not.toContain(key)
    // The output is no terminal here, so it could be kept as a log.
    expect([...first.stdout, ...first.stderr].join('\n')).not.toContain('invite_')
    expect(first.stdout.join('\n')).toContain('purser people invite <email> --role owner')
    const pasted = startCommand('bash', [
      '-c',
      first.stdout.filter((line) => /^ +(export|curl|-H) /.test(line)).join('\n'),
    ])
    expect([await pasted.ended, pasted.stdout.join()]).toEqual([0, expect.stringContaining('ada@example.com')])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = purser(['start'])
    expect((await call(`${await baseUrlOf(second)}/customers`, key)).status).toBe(200)
    expect(second.stdout.join('\n')).not.toContain('sk_')
    expect(statSync(join(rig.folder, 'master.key')).mode & 0o777).toBe(0o600)
  })

  it('takes the first admin key from PURSER_ADMIN_API_KEY and does not print it', async () => {
    const process = purser(['start'], { PURSER_ADMIN_API_KEY: KEY })
    expect((await call(`${await baseUrlOf(process)}/customers`, KEY)).status).toBe(200)
    expect(process.stdout.join('\n')).not.toContain(KEY)
  })

  it.each([
    { env: { PORT: 'x' }, says: 'PORT must be a whole number' },
    { env: { DATABASE_URL: 'postgres://db/purser' }, says: 'openssl rand -base64 32' },
    { env: { PURSER_DATA_DIR: '/proc/purser' }, says: 'PURSER_DATA_DIR=/proc/purser cannot be used' },
    { env: { PURSER_ADMIN_API_KEY: 'changeme-please' }, says: 'PURSER_ADMIN_API_KEY must be sk_ and 40' },
    { env: { PURSER_MASTER_KEY: options.masterKey.example }, says: 'is the example of the documentation' },
    { env: { PURSER_TEST_CLOCK: 'maybe' }, says: 'PURSER_TEST_CLOCK must be true or false' },
    {
      env: {
        PURSER_TEST_CLOCK: 'true',
        PURSER_STRIPE_KEY: 'rk_live_0123456789',
      },
      says: 'PURSER_TEST_CLOCK=true is refused with a live PURSER_STRIPE_KEY',
    },
    { args: ['start', '--prot', '1'], says: 'purser start has no flag --prot. Did you mean --port?' },
    { args: ['strat'], says: 'There is no command "strat". Did you mean "purser start"?' },
    { args: ['start', 'keys', 'list'], says: 'purser start takes no words, and was given "keys list"' },
    { args: ['--port', '0', 'keys', 'list'], says: 'The command comes first' },
  ])('ends with exit code 2 and says: $says', async ({ args = ['start'], env = {}, says }) => {
    const { code, stderr, stdout } = await run(args, env)
    expect(code).toBe(2)
    expect(stderr).toContain(says)
    expect(stdout).toEqual([])
  })

  it('shows its metrics to keys that may read, and to everybody on a port of this machine alone', async () => {
    const port = await freePort()
    const process = purser(['start'], { PURSER_ADMIN_API_KEY: KEY, PURSER_METRICS_PORT: String(port) })
    const beside = new URL('/metrics', await baseUrlOf(process)).href
    const alone = `http://127.0.0.1:${port}`
    expect(await statusOf(beside)).toBe(401)
    const text = await (await call(beside, KEY)).text() // the first text of this node, so no text from before is shown again
    expect(text).toContain('purser_http_replies_total{operation="unknown",status="401"}')
    expect(await Promise.all([`${alone}/metrics`, `${alone}/v1/cards`].map(statusOf))).toEqual([200, 404])
  })

  it.each(['PORT', 'PURSER_METRICS_PORT'])('ends with exit code 2 where %s is taken', async (name) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { code, stderr } = await run(['start'], { [name]: String(port) })
    server.close()
    expect(code).toBe(2)
    expect(stderr).toContain(`purser: ${name}=${port} is in use on 127.0.0.1`)
  })

  it('refuses a second start on one data directory with exit code 2', async () => {
    const first = purser(['start'])
    const baseUrl = await baseUrlOf(first)
    const second = await run(['start'])
    expect(second.code).toBe(2)
    expect(second.stderr).toContain('in use: another Purser')
    expect(await statusOf(baseUrl.replace('/v1', '/readyz'))).toBe(200)
  })

  it('refuses a master key that is not the one of the database', async () => {
    const first = purser(['start'])
    await baseUrlOf(first)
    first.child.kill('SIGTERM')
    await first.ended
    writeFileSync(join(rig.folder, 'master.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`)
    const second = await run(['start'])
    expect(second.code).toBe(2)
    expect(second.stderr).toContain('is not the key of this database')
  })

  it('refuses a key file that others can read, and says what to do', async () => {
    const first = purser(['start'])
    await baseUrlOf(first)
    first.child.kill('SIGTERM')
    await first.ended
    chmodSync(join(rig.folder, 'master.key'), 0o644)
    const second = await run(['start'])
    expect(second.code).toBe(2)
    expect(second.stderr).toContain(`chmod 600 ${join(rig.folder, 'master.key')}`)
  })

  it('warns of what weakens it, once each', async () => {
    const process = purser(['start'], {
      PURSER_RATE_LIMIT: 'off',
      PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
      HOST: '0.0.0.0',
    })
    await baseUrlOf(process)
    const warnings = process.stderr.filter((line) => line.includes('"level":"warn"') || line.includes('"level":40'))
    expect(warnings).toEqual([
      expect.stringContaining('PURSER_RATE_LIMIT=off'),
      expect.stringContaining('PURSER_ALLOW_PRIVATE_WEBHOOKS=true'),
      expect.stringContaining('HOST=0.0.0.0'),
    ])
  })

  it('keeps what it answered through kill -9 of everything', async () => {
    const first = purser(['start'], { PURSER_ADMIN_API_KEY: KEY })
    const made = await call(`${await baseUrlOf(first)}/customers`, KEY, {
      method: 'POST',
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    const { id } = (await made.json()) as { id: string }
    killTree(first.child.pid as number)
    await first.ended

    const second = purser(['start'])
    expect((await call(`${await baseUrlOf(second)}/customers/${id}`, KEY)).status).toBe(200)
  })

  it('finishes at SIGTERM what is in flight, keeps what it answered, and ends with exit code 0', async () => {
    const first = purser(['start'], { PURSER_ADMIN_API_KEY: KEY, PURSER_RATE_LIMIT: 'off' })
    const url = `${await baseUrlOf(first)}/customers`
    const body = JSON.stringify({ email: 'ada@example.com' })
    // As many requests as a busy machine answers within the deadline of an answer. 60 took up to 1.6 s of 1.75, with and without the
    // signal.
    const requests = Array.from({ length: 20 }, () => call(url, KEY, { method: 'POST', body }).catch(() => null))
    await Promise.race(requests)
    first.child.kill('SIGTERM')
    const answers = await Promise.all(requests)
    expect(await first.ended).toBe(0)

    const made = answers.filter((answer) => answer !== null)
    expect(made.map((answer) => answer.status)).toEqual(made.map(() => 201))
    const again = `${await baseUrlOf(purser(['start']))}/customers`
    for (const answer of made) {
      const { id } = (await answer.json()) as { id: string }
      expect((await call(`${again}/${id}`, KEY)).status).toBe(200)
    }
  })

  it('stops cleanly where npm start gets the signal', async () => {
    const env = { PURSER_DATA_DIR: rig.folder, PORT: '0', HOME: rig.folder }
    const list = startCommand('npm', ['start', '--', '--prot', '1'], { env })
    expect(await list.ended).toBe(2)
    expect(list.stderr.join('\n')).toContain('Did you mean --port?')
    const npm = startCommand('npm', ['start'], { env })
    rig.keep(npm)
    const baseUrl = await baseUrlOf(npm)
    npm.child.kill('SIGTERM')
    expect(await npm.ended).toBe(0)
    expect(await statusOf(baseUrl.replace('/v1', '/healthz'))).toBe(0)
  })

  it('answers 503 while the database is away, and heals when it is back', async () => {
    const service = purser(['start'], { PURSER_ADMIN_API_KEY: KEY })
    const baseUrl = await baseUrlOf(service)
    const readyz = baseUrl.replace('/v1', '/readyz')
    const server = (await readLockFile(directoriesIn(rig.folder).cluster))?.pid as number
    process.kill(server, 'SIGSTOP') // the stopped server accepts no new connection
    for (const backend of childrenOf(server)) process.kill(backend, 'SIGKILL')
    await eventually('it is not ready', async () => (await statusOf(readyz)) === 503)
    expect(await statusOf(baseUrl.replace('/v1', '/healthz'))).toBe(200)
    process.kill(server, 'SIGKILL')
    await eventually('it is ready again', async () => (await statusOf(readyz)) === 200, 20_000)
    expect((await call(`${baseUrl}/customers`, KEY)).status).toBe(200)
  })

  it('ends at once at a second signal', async () => {
    const service = purser(['start'])
    const baseUrl = new URL(await baseUrlOf(service))
    const server = (await readLockFile(directoriesIn(rig.folder).cluster))?.pid as number
    process.kill(server, 'SIGSTOP') // so that the orderly stop cannot end
    service.child.kill('SIGTERM')
    await eventually('it stops listening', async () => (await statusOf(`${baseUrl.origin}/healthz`)) === 0)
    let ended = false
    void service.ended.then(() => (ended = true))
    await eventually('it ends', () => {
      service.child.kill('SIGTERM')
      return ended
    })
    expect(await service.ended).toBe(143)
    process.kill(server, 'SIGCONT')
    await eventually('PostgreSQL ends too', () => !isRunning(server))
  })
})

describe('purser start with DATABASE_URL', () => {
  it('refuses an address where nothing answers, without showing the password', async () => {
    const env = { DATABASE_URL: 'postgres://purser:hunter2@127.0.0.1:1/purser', PURSER_MASTER_KEY: masterKey }
    const { code, stderr } = await run(['start'], env)
    expect(code).toBe(2)
    expect(stderr).toMatch(/DATABASE_URL: the database does not answer/)
    expect(stderr).not.toContain('hunter2')
  })

  it('serves from that database', async () => {
    const server = inject('postgres')
    const name = 'test_served'
    await createDatabase(server, name)
    try {
      const env = {
        DATABASE_URL: `postgres://${server.user}@${encodeURIComponent(server.host)}/${name}`,
        PURSER_MASTER_KEY: masterKey,
        PURSER_ADMIN_API_KEY: KEY,
        PURSER_DRAIN_SECONDS: '0',
      }
      const process = purser(['start'], env)
      expect((await call(`${await baseUrlOf(process)}/customers`, KEY)).status).toBe(200)
      process.child.kill('SIGTERM')
      expect(await process.ended).toBe(0)
    } finally {
      await dropDatabase(server, name)
    }
  })
})

describe('purser keys and accounts', () => {
  it('work beside a running service', async () => {
    const process = purser(['start'])
    const baseUrl = await baseUrlOf(process)
    const made = await run(['keys', 'create', 'dashboard', '--role', 'read'])
    expect(made.code).toBe(0)
    const secret = made.stdout.at(-1) as string
    expect((await call(`${baseUrl}/customers`, secret)).status).toBe(200)

    const list = await run(['keys', 'list'])
    expect(list.stdout.join('\n')).toMatch(/dashboard.*read/)
    const id = /key_[0-9a-z]{26}/.exec(made.stdout.join('\n'))?.[0] as string
    expect((await run(['keys', 'revoke', id])).code).toBe(0)
    await eventually(
      'the key is refused',
      async () => (await call(`${baseUrl}/customers`, secret)).status === 401,
      2000,
    )

    const account = await run(['accounts', 'create', 'Second'])
    expect((await call(`${baseUrl}/customers`, account.stdout.at(-1) as string)).status).toBe(200)
    expect((await run(['keys', 'create', 'which?', '--role', 'read'])).stderr).toContain(
      'Which account? Give --account',
    )
  })

  it('work without a service, and stop what they started', async () => {
    const account = await run(['accounts', 'create', 'First'])
    expect(account.code).toBe(0)
    expect(account.stdout.at(-1)).toMatch(/^sk_[0-9A-Za-z]{40}$/)
    expect(await readLockFile(directoriesIn(rig.folder).cluster)).toBeNull()
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
  it('makes all decisions again beside a running service, and ends with 1 where something differs', async () => {
    const service = purser(['start'], { PURSER_ADMIN_API_KEY: KEY })
    const baseUrl = await baseUrlOf(service)
    const create = async (path: string, body: object) => {
      const answer = await call(`${baseUrl}/${path}`, KEY, { method: 'POST', body: JSON.stringify(body) })
      return (await answer.json()) as { id: string }
    }
    const { id: customerId } = await create('customers', { email: 'ada@example.com' })
    const { id: cardId } = await create('cards', { customerId, policy: { limits: { perAuth: 100 } } })
    for (const amount of [100, 101]) await create('network/authorizations', { cardId, amount })
    const clean = await run(['verify'])
    expect(clean.stdout).toEqual(['2 decisions and steps of 1 customers replayed, 0 differences.'])
    expect(clean.code).toBe(0)

    const lock = await readLockFile(directoriesIn(rig.folder).cluster)
    const database = openDatabase({ connection: connectionTo(lock?.socket ?? '', 'purser'), maxConnections: 1 })
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

const masterKey = Buffer.alloc(32, 1).toString('base64')
