import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import {
  startProcess,
  type TestProcess,
  type TestProcessOptions,
} from '../../../test/support/processes/test-process.ts'
import { isRunning, killTree, userOf } from '../../../test/support/processes/process-tree.ts'
import type { SocketConnection } from './connection.ts'
import { directoriesIn } from './directories.ts'
import { readLockFile } from './lock-file.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

let folder: string
let started: TestProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-launcher-'))
  chmodSync(folder, 0o755)
  started = []
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.map((process) => process.ended))
  rmSync(folder, { recursive: true, force: true })
})

function launch(dataDirectory: string, options: TestProcessOptions = {}): TestProcess {
  const process = startProcess('test/support/processes/embedded-postgres-process.ts', [dataDirectory], options)
  started.push(process)
  return process
}

const connectionOf = async (process: TestProcess): Promise<SocketConnection> => JSON.parse(await process.line())

async function query(connection: SocketConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const serverPid = async (dataDirectory: string): Promise<number> =>
  (await readLockFile(directoriesIn(dataDirectory).cluster))?.pid ?? Number.NaN

describe('the embedded PostgreSQL', () => {
  it('keeps what was committed through a stop and a start', async () => {
    const first = launch(folder)
    const connection = await connectionOf(first)
    await query(connection, 'create table kept (n int); insert into kept values (7)')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.stderr.join('\n')).toContain('database system is shut down')

    expect(await query(await connectionOf(launch(folder)), 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('is durable, unreachable by network, and logs no statement', async () => {
    const connection = await connectionOf(launch(folder))
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'log_parameter_max_length']
    const rows = await query(
      connection,
      `select name, setting from pg_settings where name in ('${names.join("', '")}')`,
    )
    expect(Object.fromEntries(rows.map((row) => [row['name'], row['setting']]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      log_parameter_max_length: '0',
    })
    expect(await query(connection, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  })

  it('recovers by itself after kill -9 of everything', async () => {
    const first = launch(folder)
    const connection = await connectionOf(first)
    await query(connection, 'create table kept (n int); insert into kept values (7)')
    killTree(first.child.pid as number)
    await first.ended

    expect(await query(await connectionOf(launch(folder)), 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('leaves no orphan when Purser is killed', async () => {
    const first = launch(folder)
    await connectionOf(first)
    const pid = await serverPid(folder)
    first.child.kill('SIGKILL')
    await eventually('PostgreSQL ends', () => !isRunning(pid))
  })

  it('takes over a server whose owner and parent shell were killed', async () => {
    const first = launch(folder)
    const connection = await connectionOf(first)
    await query(connection, 'create table kept (n int); insert into kept values (7)')
    const orphan = await serverPid(folder)
    killTree(first.child.pid as number, orphan)
    await first.ended

    expect(await query(await connectionOf(launch(folder)), 'select n from kept')).toEqual([{ n: 7 }])
    expect(isRunning(orphan)).toBe(false)
  })

  it('refuses a second start on the same data directory with exit code 2, and the first one lives on', async () => {
    const connection = await connectionOf(launch(folder))
    const second = launch(folder)
    expect(await second.ended).toBe(2)
    expect(second.stderr.join('\n')).toMatch(/in use: another Purser.*PURSER_DATA_DIR/)
    expect(await query(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('lets one of two simultaneous first starts win', async () => {
    const both = [launch(folder), launch(folder)]
    const first = await Promise.race(both.map(async (each) => (await connectionOf(each), each)))
    const second = both.find((each) => each !== first) as TestProcess
    expect(await second.ended).toBe(2)
    expect(second.stderr.join('\n')).toContain('in use')
    expect(await query(await connectionOf(first), 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('starts PostgreSQL again when it dies by itself', async () => {
    const connection = await connectionOf(launch(folder))
    const before = await serverPid(folder)
    process.kill(before, 'SIGKILL')
    await eventually('PostgreSQL answers again', () =>
      query(connection, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    expect(await serverPid(folder)).not.toBe(before)
  })

  it('puts its socket elsewhere where the path is too long for one', async () => {
    const deep = join(folder, 'd'.repeat(60), 'e'.repeat(60))
    mkdirSync(deep, { recursive: true })
    const first = launch(deep)
    const connection = await connectionOf(first)
    expect(connection.host.startsWith(tmpdir())).toBe(true)
    expect(await query(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('says which setting is wrong where the data directory cannot be one', async () => {
    const process = launch('/dev/null/purser')
    expect(await process.ended).toBe(2)
    expect(process.stderr.join('\n')).toContain('PURSER_DATA_DIR=/dev/null/purser')
  })
})

describe.runIf(isRoot)('the embedded PostgreSQL as root', () => {
  it('runs as another user, who owns the data', async () => {
    await connectionOf(launch(folder))
    const pid = await serverPid(folder)
    const uid = userOf(pid)
    expect(uid).not.toBe(0)
    expect(statSync(directoriesIn(folder).cluster)).toMatchObject({ uid, mode: 0o040700 })
  })

  it('works below a folder that the other user may not enter', async () => {
    chmodSync(folder, 0o700)
    const own = join(folder, 'data')
    const first = launch(own)
    const connection = await connectionOf(first)
    await query(connection, 'create table kept (n int); insert into kept values (7)')
    killTree(first.child.pid as number)
    await first.ended
    expect(await query(await connectionOf(launch(own)), 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('names the closed folder where there is no way around it', async () => {
    chmodSync(folder, 0o700)
    const process = launch(join(folder, 'data'), { env: { TMPDIR: folder } })
    expect(await process.ended).toBe(2)
    expect(process.stderr.join('\n')).toContain(`may not enter ${folder}.`)
  })

  it('accepts a private directory made for it', async () => {
    const own = mkdtempSync(join(folder, 'data-'))
    const connection = await connectionOf(launch(own))
    expect(await query(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })
})

describe.runIf(isRoot && canRunAsNobody())('the embedded PostgreSQL as an ordinary user', () => {
  it('runs as that user, in a directory that nobody else can enter', async () => {
    const own = join(folder, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NOBODY, NOBODY)
    const process = launch(own, { uid: NOBODY, gid: NOBODY })
    const connection = await connectionOf(process)
    expect(await query(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect(statSync(directoriesIn(own).cluster).uid).toBe(NOBODY)
  })

  it('is served by root as that user, who can then go on', async () => {
    const own = join(folder, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NOBODY, NOBODY)
    for (const options of [{ uid: NOBODY, gid: NOBODY }, {}, { uid: NOBODY, gid: NOBODY }]) {
      const process = launch(own, options)
      const connection = await connectionOf(process)
      await query(connection, 'create table if not exists kept (n int); insert into kept values (7)')
      expect(userOf(await serverPid(own))).toBe(NOBODY)
      process.child.kill('SIGTERM')
      expect(await process.ended).toBe(0)
    }
  })

  it('is where root makes a database in the directory of that user', async () => {
    const own = join(folder, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NOBODY, NOBODY)
    await connectionOf(launch(own))
    expect(statSync(directoriesIn(own).root)).toMatchObject({ uid: NOBODY, mode: 0o040700 })
    expect(statSync(own)).toMatchObject({ uid: NOBODY, mode: 0o040700 })
  })

  it('refuses the database of another user', async () => {
    const first = launch(folder)
    await connectionOf(first)
    first.child.kill('SIGTERM')
    await first.ended
    const second = launch(folder, { uid: NOBODY, gid: NOBODY })
    expect(await second.ended).toBe(2)
    expect(second.stderr.join('\n')).toMatch(/belongs to user id \d+, and this is nobody/)
  })

  it('refuses a user id without a name', async () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    chownSync(own, 54_321, 54_321)
    const process = launch(own, { uid: 54_321, gid: 54_321 })
    expect(await process.ended).toBe(2)
    expect(process.stderr.join('\n')).toContain('User id 54321 has no name')
  })
})

/** Whether the user `nobody` can run the tests. It cannot where the checkout or its Node is in a folder that is closed to others. */
function canRunAsNobody(): boolean {
  try {
    execFileSync(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
