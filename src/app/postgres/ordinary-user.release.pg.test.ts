import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testsWithNeeds, rootTestNeed } from '../../../test/support/needs.ts'
import {
  connectionOfLaunchedPostgres,
  postgresLauncherRig,
  queryLaunchedPostgres,
  postgresPid,
} from '../../../test/support/postgres/launcher-rig.ts'
import { userIdOfProcess } from '../../../test/support/processes/process-tree.ts'
import { postgresDirectoriesIn } from './directories.ts'

const NOBODY = 65_534

const openCheckout = { tested: 'another user', takes: 'a folder that others may read', isMet: canRunAsNobody() }
const rig = postgresLauncherRig()
const { launch } = rig

testsWithNeeds(rootTestNeed, openCheckout).describe('the embedded PostgreSQL as an ordinary user', () => {
  it('runs as that user, in a directory that nobody else can enter', async () => {
    const own = join(rig.folder, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NOBODY, NOBODY)
    const process = launch(own, { uid: NOBODY, gid: NOBODY })
    const connection = await connectionOfLaunchedPostgres(process)
    expect(await queryLaunchedPostgres(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect(statSync(postgresDirectoriesIn(own).cluster).uid).toBe(NOBODY)
  })

  it('is served by root as that user, who can then go on', async () => {
    const own = join(rig.folder, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NOBODY, NOBODY)
    for (const options of [{ uid: NOBODY, gid: NOBODY }, {}, { uid: NOBODY, gid: NOBODY }]) {
      const process = launch(own, options)
      const connection = await connectionOfLaunchedPostgres(process)
      await queryLaunchedPostgres(connection, 'create table if not exists kept (n int); insert into kept values (7)')
      expect(userIdOfProcess(await postgresPid(own))).toBe(NOBODY)
      process.child.kill('SIGTERM')
      expect(await process.ended).toBe(0)
    }
  })

  it('is where root makes a database in the directory of that user', async () => {
    const own = join(rig.folder, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, NOBODY, NOBODY)
    await connectionOfLaunchedPostgres(launch(own))
    expect(statSync(postgresDirectoriesIn(own).root)).toMatchObject({ uid: NOBODY, mode: 0o040700 })
    expect(statSync(own)).toMatchObject({ uid: NOBODY, mode: 0o040700 })
  })

  it('refuses the database of another user', async () => {
    const first = launch(rig.folder)
    await connectionOfLaunchedPostgres(first)
    first.child.kill('SIGTERM')
    await first.ended
    const second = launch(rig.folder, { uid: NOBODY, gid: NOBODY })
    expect(await second.ended).toBe(2)
    expect(second.stderr.join('\n')).toMatch(/belongs to user id \d+, and this is nobody/)
  })

  it('says which setting is wrong where the user may not write to the data directory', async () => {
    const own = join(rig.folder, 'of-root')
    mkdirSync(own, { mode: 0o755 })
    const process = launch(own, { uid: NOBODY, gid: NOBODY })
    expect(await process.ended).toBe(2)
    expect(process.stderr.join('\n')).toMatch(/^PURSER_DATA_DIR=.*of-root cannot be used: EACCES.*may write to/m)
  })

  it('refuses a user id without a name', async () => {
    const own = join(rig.folder, 'own')
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
