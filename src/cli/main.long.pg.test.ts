import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { settingOptions } from '../app/settings/options.ts'
import { postgresDirectoriesIn } from '../app/postgres/directories.ts'
import { readPostgresLockFile } from '../app/postgres/lock-file.ts'
import { createDatabase, dropDatabase } from '../store/connection/create-database.ts'
import { eventually } from '../../test/support/eventually.ts'
import { baseUrlOf } from '../../test/support/processes/base-url-of.ts'
import { callTestNode } from '../../test/support/processes/call.ts'
import { commandRig } from '../../test/support/records/command-rig.ts'
import { childProcessIds, isProcessRunning, killProcessTree } from '../../test/support/processes/process-tree.ts'
import { startTestCommand } from '../../test/support/processes/test-process.ts'

const KEY = `sk_${'k'.repeat(40)}`

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

describe('the first purser start', () => {
  const rig = commandRig()
  const { purser } = rig

  it('prints its base URL and, at the first start only, the admin key that it made', async () => {
    const first = purser(['start'])
    const baseUrl = await baseUrlOf(first)
    const key = (await first.line((line) => /^\s+sk_/.test(line))).trim()
    expect(key).toMatch(/^sk_[0-9A-Za-z]{40}$/)
    expect((await callTestNode(`${baseUrl}/customers`, key)).status).toBe(200)
    expect(first.stderr.join('\n')).not.toContain(key)
    // The output is no terminal here, so it could be kept as a log.
    expect([...first.stdout, ...first.stderr].join('\n')).not.toContain('invite_')
    expect(first.stdout.join('\n')).toContain('purser people invite <email> --role owner')
    const pasted = startTestCommand('bash', [
      '-c',
      first.stdout.filter((line) => /^ +(export|curl|-H) /.test(line)).join('\n'),
    ])
    expect([await pasted.ended, pasted.stdout.join()]).toEqual([0, expect.stringContaining('ada@example.com')])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = purser(['start'])
    expect((await callTestNode(`${await baseUrlOf(second)}/customers`, key)).status).toBe(200)
    expect(second.stdout.join('\n')).not.toContain('sk_')
    expect(statSync(join(rig.folder, 'master.key')).mode & 0o777).toBe(0o600)
  })
})

describe('purser start is refused', () => {
  const { run } = commandRig()

  it.each([
    { env: { PORT: 'x' }, says: 'PORT must be a whole number' },
    { env: { DATABASE_URL: 'postgres://db/purser' }, says: 'openssl rand -base64 32' },
    { env: { PURSER_DATA_DIR: '/proc/purser' }, says: 'PURSER_DATA_DIR=/proc/purser cannot be used' },
    { env: { PURSER_ADMIN_API_KEY: 'changeme-please' }, says: 'PURSER_ADMIN_API_KEY must be sk_ and 40' },
    { env: { PURSER_MASTER_KEY: settingOptions.masterKey.example }, says: 'is the example of the documentation' },
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

  it.each(['PORT', 'PURSER_METRICS_PORT'])('ends with exit code 2 where %s is taken', async (name) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { code, stderr } = await run(['start'], { [name]: String(port) })
    server.close()
    expect(code).toBe(2)
    expect(stderr).toContain(`purser: ${name}=${port} is in use on 127.0.0.1`)
  })
})

describe('purser start', () => {
  const rig = commandRig({ isMigrated: true })
  const { purser, run } = rig

  it('opens no debugger for whoever sends the signal for it', async () => {
    const process = purser(['start'])
    const health = new URL('/healthz', await baseUrlOf(process))
    process.child.kill('SIGUSR1')
    for (let asked = 0; asked < 20; asked += 1) expect((await fetch(health)).status).toBe(200)
    process.child.kill('SIGTERM')
    expect(await process.ended).toBe(0)
    expect(process.stderr.join('\n')).not.toContain('Debugger')
  })

  it('takes the first admin key from PURSER_ADMIN_API_KEY and does not print it', async () => {
    const process = purser(['start'], { PURSER_ADMIN_API_KEY: KEY })
    expect((await callTestNode(`${await baseUrlOf(process)}/customers`, KEY)).status).toBe(200)
    expect(process.stdout.join('\n')).not.toContain(KEY)
  })

  it('shows its metrics to keys that may read, and to everybody on a port of this machine alone', async () => {
    const port = await freePort()
    const process = purser(['start'], { PURSER_ADMIN_API_KEY: KEY, PURSER_METRICS_PORT: String(port) })
    const beside = new URL('/metrics', await baseUrlOf(process)).href
    const alone = `http://127.0.0.1:${port}`
    expect(await statusOf(beside)).toBe(401)
    const text = await (await callTestNode(beside, KEY)).text() // the node's first text of metrics, so no text from before is shown again
    expect(text).toContain('purser_http_replies_total{operation="unknown",status="401"}')
    expect(await Promise.all([`${alone}/metrics`, `${alone}/v1/cards`].map(statusOf))).toEqual([200, 404])
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
    const made = await callTestNode(`${await baseUrlOf(first)}/customers`, KEY, {
      method: 'POST',
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    const { id } = (await made.json()) as { id: string }
    killProcessTree(first.child.pid as number)
    await first.ended

    const second = purser(['start'])
    expect((await callTestNode(`${await baseUrlOf(second)}/customers/${id}`, KEY)).status).toBe(200)
  })

  it('finishes at SIGTERM what is in flight, keeps what it answered, and ends with exit code 0', async () => {
    const first = purser(['start'], { PURSER_ADMIN_API_KEY: KEY, PURSER_RATE_LIMIT: 'off' })
    const url = `${await baseUrlOf(first)}/customers`
    const body = JSON.stringify({ email: 'ada@example.com' })
    // 20 requests at once are as many as a busy machine answers before their deadline of 1.75 s. 60 requests took up to 1.6 s, with and
    // without the signal.
    const requests = Array.from({ length: 20 }, () =>
      callTestNode(url, KEY, { method: 'POST', body }).catch(() => null),
    )
    await Promise.race(requests)
    first.child.kill('SIGTERM')
    const answers = await Promise.all(requests)
    expect(await first.ended).toBe(0)

    const made = answers.filter((answer) => answer !== null)
    expect(made.map((answer) => answer.status)).toEqual(made.map(() => 201))
    const again = `${await baseUrlOf(purser(['start']))}/customers`
    for (const answer of made) {
      const { id } = (await answer.json()) as { id: string }
      expect((await callTestNode(`${again}/${id}`, KEY)).status).toBe(200)
    }
  })

  it('stops cleanly where npm start gets the signal', async () => {
    const env = { PURSER_DATA_DIR: rig.folder, PORT: '0', HOME: rig.folder }
    const list = startTestCommand('npm', ['start', '--', '--prot', '1'], { env })
    expect(await list.ended).toBe(2)
    expect(list.stderr.join('\n')).toContain('Did you mean --port?')
    const npm = startTestCommand('npm', ['start'], { env })
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
    const server = (await readPostgresLockFile(postgresDirectoriesIn(rig.folder).cluster))?.pid as number
    process.kill(server, 'SIGSTOP') // the stopped server accepts no new connection
    for (const backend of childProcessIds(server)) process.kill(backend, 'SIGKILL')
    await eventually('it is not ready', async () => (await statusOf(readyz)) === 503)
    expect(await statusOf(baseUrl.replace('/v1', '/healthz'))).toBe(200)
    process.kill(server, 'SIGKILL')
    await eventually('it is ready again', async () => (await statusOf(readyz)) === 200)
    expect((await callTestNode(`${baseUrl}/customers`, KEY)).status).toBe(200)
  })

  it('ends at once at a second signal', async () => {
    const service = purser(['start'])
    const baseUrl = new URL(await baseUrlOf(service))
    const server = (await readPostgresLockFile(postgresDirectoriesIn(rig.folder).cluster))?.pid as number
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
    await eventually('PostgreSQL ends too', () => !isProcessRunning(server))
  })
})

describe('purser start with DATABASE_URL', () => {
  const { purser } = commandRig()

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
      expect((await callTestNode(`${await baseUrlOf(process)}/customers`, KEY)).status).toBe(200)
      process.child.kill('SIGTERM')
      expect(await process.ended).toBe(0)
    } finally {
      await dropDatabase(server, name)
    }
  })
})

const masterKey = Buffer.alloc(32, 1).toString('base64')
