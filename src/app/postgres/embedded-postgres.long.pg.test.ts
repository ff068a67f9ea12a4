import { chmodSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testsWithNeeds, rootTestNeed } from '../../../test/support/needs.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  connectionOfLaunchedPostgres,
  postgresLauncherRig,
  queryLaunchedPostgres,
  postgresPid,
} from '../../../test/support/postgres/launcher-rig.ts'
import type { TestProcess } from '../../../test/support/processes/test-process.ts'
import { isProcessRunning, killProcessTree, userIdOfProcess } from '../../../test/support/processes/process-tree.ts'
import { postgresDirectoriesIn } from './directories.ts'

const rig = postgresLauncherRig()
const { launch } = rig

describe('the embedded PostgreSQL', () => {
  it('keeps what was committed through a stop and a start', async () => {
    const first = launch(rig.folder)
    const connection = await connectionOfLaunchedPostgres(first)
    await queryLaunchedPostgres(connection, 'create table kept (n int); insert into kept values (7)')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.stderr.join('\n')).toContain('database system is shut down')

    expect(
      await queryLaunchedPostgres(await connectionOfLaunchedPostgres(launch(rig.folder)), 'select n from kept'),
    ).toEqual([{ n: 7 }])
  })

  it('is durable, unreachable by network, and logs no statement', async () => {
    const connection = await connectionOfLaunchedPostgres(launch(rig.folder))
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'log_parameter_max_length']
    const rows = await queryLaunchedPostgres(
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
    expect(await queryLaunchedPostgres(connection, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  })

  it('recovers by itself after kill -9 of everything', async () => {
    const first = launch(rig.folder)
    const connection = await connectionOfLaunchedPostgres(first)
    await queryLaunchedPostgres(connection, 'create table kept (n int); insert into kept values (7)')
    killProcessTree(first.child.pid as number)
    await first.ended

    expect(
      await queryLaunchedPostgres(await connectionOfLaunchedPostgres(launch(rig.folder)), 'select n from kept'),
    ).toEqual([{ n: 7 }])
  })

  it('leaves no orphan when Purser is killed', async () => {
    const first = launch(rig.folder)
    await connectionOfLaunchedPostgres(first)
    const pid = await postgresPid(rig.folder)
    first.child.kill('SIGKILL')
    await eventually('PostgreSQL ends', () => !isProcessRunning(pid))
  })

  it('takes over a server whose owner and parent shell were killed', async () => {
    const first = launch(rig.folder)
    const connection = await connectionOfLaunchedPostgres(first)
    await queryLaunchedPostgres(connection, 'create table kept (n int); insert into kept values (7)')
    const orphan = await postgresPid(rig.folder)
    killProcessTree(first.child.pid as number, orphan)
    await first.ended

    expect(
      await queryLaunchedPostgres(await connectionOfLaunchedPostgres(launch(rig.folder)), 'select n from kept'),
    ).toEqual([{ n: 7 }])
    expect(isProcessRunning(orphan)).toBe(false)
  })

  it('refuses a second start on the same data directory with exit code 2, and the first one lives on', async () => {
    const connection = await connectionOfLaunchedPostgres(launch(rig.folder))
    const second = launch(rig.folder)
    expect(await second.ended).toBe(2)
    expect(second.stderr.join('\n')).toMatch(/in use: another Purser.*PURSER_DATA_DIR/)
    expect(await queryLaunchedPostgres(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('lets one of two simultaneous first starts win', async () => {
    const both = [launch(rig.folder), launch(rig.folder)]
    const first = await Promise.race(both.map(async (each) => (await connectionOfLaunchedPostgres(each), each)))
    const second = both.find((each) => each !== first) as TestProcess
    expect(await second.ended).toBe(2)
    expect(second.stderr.join('\n')).toContain('in use')
    expect(await queryLaunchedPostgres(await connectionOfLaunchedPostgres(first), 'select 1 as alive')).toEqual([
      { alive: 1 },
    ])
  })

  it('starts PostgreSQL again when it dies by itself', async () => {
    const connection = await connectionOfLaunchedPostgres(launch(rig.folder))
    const before = await postgresPid(rig.folder)
    process.kill(before, 'SIGKILL')
    await eventually('PostgreSQL answers again', () =>
      queryLaunchedPostgres(connection, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    expect(await postgresPid(rig.folder)).not.toBe(before)
  })

  it('puts its socket elsewhere where the path is too long for one', async () => {
    const deep = join(rig.folder, 'd'.repeat(60), 'e'.repeat(60))
    mkdirSync(deep, { recursive: true })
    const first = launch(deep)
    const connection = await connectionOfLaunchedPostgres(first)
    expect(connection.host.startsWith(tmpdir())).toBe(true)
    expect(await queryLaunchedPostgres(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('says which setting is wrong where the data directory cannot be one', async () => {
    const process = launch('/dev/null/purser')
    expect(await process.ended).toBe(2)
    expect(process.stderr.join('\n')).toContain('PURSER_DATA_DIR=/dev/null/purser')
  })
})

testsWithNeeds(rootTestNeed).describe('the embedded PostgreSQL as root', () => {
  it('runs as another user, who owns the data', async () => {
    await connectionOfLaunchedPostgres(launch(rig.folder))
    const pid = await postgresPid(rig.folder)
    const uid = userIdOfProcess(pid)
    expect(uid).not.toBe(0)
    expect(statSync(postgresDirectoriesIn(rig.folder).cluster)).toMatchObject({ uid, mode: 0o040700 })
  })

  it('works below a folder that the other user may not enter', async () => {
    chmodSync(rig.folder, 0o700)
    const own = join(rig.folder, 'data')
    const first = launch(own)
    const connection = await connectionOfLaunchedPostgres(first)
    await queryLaunchedPostgres(connection, 'create table kept (n int); insert into kept values (7)')
    killProcessTree(first.child.pid as number)
    await first.ended
    expect(await queryLaunchedPostgres(await connectionOfLaunchedPostgres(launch(own)), 'select n from kept')).toEqual([
      { n: 7 },
    ])
  })

  it('leaves a sticky data directory sticky, and starts on it again', async () => {
    const own = join(rig.folder, 'shared')
    mkdirSync(own)
    chmodSync(own, 0o1777)
    for (const start of ['first', 'second']) {
      const process = launch(own)
      await connectionOfLaunchedPostgres(process)
      expect(statSync(own).mode & 0o7777, start).toBe(0o1777)
      process.child.kill('SIGTERM')
      expect(await process.ended).toBe(0)
    }
  })

  it('names the closed folder where there is no way around it', async () => {
    chmodSync(rig.folder, 0o700)
    const process = launch(join(rig.folder, 'data'), { env: { TMPDIR: rig.folder } })
    expect(await process.ended).toBe(2)
    expect(process.stderr.join('\n')).toContain(`may not enter ${rig.folder}.`)
  })

  it('accepts a private directory made for it', async () => {
    const own = mkdtempSync(join(rig.folder, 'data-'))
    const connection = await connectionOfLaunchedPostgres(launch(own))
    expect(await queryLaunchedPostgres(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })
})
