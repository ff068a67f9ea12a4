import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testsWithNeeds, rootTestNeed } from '../../../test/support/needs.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { postgresLauncherRig, postgresPid } from '../../../test/support/postgres/launcher-rig.ts'
import { folderFileStates } from '../../../test/support/file-states.ts'
import { isProcessRunning, killProcessTree } from '../../../test/support/processes/process-tree.ts'
import { postgresDirectoriesIn } from './directories.ts'

const rig = postgresLauncherRig()
const { launch } = rig

let made: string
let serverUser: { uid: number; gid: number }
let data: string
let outside: string

/** Makes a symbolic link that belongs to the user that PostgreSQL runs as. */
function plantLink(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true })
  symlinkSync(target, path)
  lchownSync(path, serverUser.uid, serverUser.gid)
}

function plantFolder(path: string): void {
  mkdirSync(path)
  lchownSync(path, serverUser.uid, serverUser.gid)
}

interface Plant {
  readonly name: string
  readonly plant: () => void
  /** The path in the error with which the service refuses to start on the planted link. Absent: the service starts. */
  readonly refusal?: () => string
}

const inData = (name: string): string => join(data, 'postgres', name)

const plants: Plant[] = [
  ...['cluster/postgresql.conf', 'cluster/pg_hba.conf', 'cluster/pg_ident.conf'].map((name) => ({
    name: `${name} to a file`,
    plant: () => plantLink(inData(name), join(outside, 'file')),
  })),
  {
    name: 'cluster/postgresql.conf to a folder',
    plant: () => plantLink(inData('cluster/postgresql.conf'), outside),
  },
  { name: 'home', plant: () => plantLink(inData('home'), outside) },
  { name: 'runtime', plant: () => plantLink(inData('runtime'), outside) },
  { name: 'socket', plant: () => plantLink(inData('socket'), outside), refusal: () => inData('socket') },
  { name: 'cluster', plant: () => plantLink(inData('cluster'), outside), refusal: () => join(data, 'postgres') },
  {
    name: 'cluster to what lies behind a closed folder',
    plant: () => {
      chmodSync(rig.folder, 0o700)
      chmodSync(outside, 0o777)
      plantLink(inData('cluster'), outside)
    },
    refusal: () => join(data, 'postgres'),
  },
  {
    name: 'what a killed start left, holding what is not the server user’s',
    plant: () => {
      rmSync(inData('cluster'), { recursive: true })
      plantFolder(inData('cluster.999999999.new'))
      outside = inData('cluster.999999999.new/outside')
      makeOutside()
    },
    refusal: () => 'cluster.999999999.new',
  },
  {
    name: 'the whole database, in a data directory of the server user',
    plant: () => {
      lchownSync(data, serverUser.uid, serverUser.gid)
      plantLink(join(data, 'postgres'), outside)
    },
    refusal: () => join(data, 'postgres'),
  },
  {
    name: 'the data directory, in a folder of the server user',
    plant: () => {
      const theirs = join(rig.folder, 'theirs')
      plantFolder(theirs)
      data = join(theirs, 'data')
      plantLink(data, join(outside, 'empty'))
    },
    refusal: () => data,
  },
]

/**
 * Makes a folder that belongs to root, with files that have the names of PostgreSQL's: without such files, a start that follows a planted
 * link would fail before it writes anything.
 */
function makeOutside(): void {
  mkdirSync(join(outside, 'empty'), { recursive: true, mode: 0o700 })
  for (const name of ['file', 'PG_VERSION', 'postgresql.conf'])
    writeFileSync(join(outside, name), 'of root', { mode: 0o600 })
}

testsWithNeeds(rootTestNeed).describe('started as root, with links that the server user planted', () => {
  beforeAll(async () => {
    made = mkdtempSync(join(tmpdir(), 'purser-made-'))
    const first = launch(made)
    await first.line()
    first.child.kill('SIGTERM')
    await first.ended
    const { uid, gid } = statSync(postgresDirectoriesIn(made).cluster)
    serverUser = { uid, gid }
  })
  afterAll(() => rmSync(made, { recursive: true, force: true }))

  beforeEach(() => {
    outside = join(rig.folder, 'outside')
    makeOutside()
    data = join(rig.folder, 'data')
    mkdirSync(data)
    plantFolder(join(data, 'postgres'))
    execFileSync('cp', ['-a', postgresDirectoriesIn(made).cluster, postgresDirectoriesIn(data).cluster])
  })

  it.each(plants)('a start changes nothing outside: $name', async ({ plant, refusal }) => {
    plant()
    const before = folderFileStates(outside)
    const launched = launch(data)
    const outcome = await Promise.race([launched.line(), launched.ended])
    expect(folderFileStates(outside)).toEqual(before)
    if (refusal === undefined) {
      expect(JSON.parse(String(outcome))).toMatchObject({ user: 'purser' })
    } else {
      expect(outcome).toBe(2)
      expect(launched.stderr.join('\n')).toContain(refusal())
    }
  })

  it('a start signals no process of another user that the lock file names', async () => {
    const first = launch(data)
    await first.line()
    const orphan = await postgresPid(data)
    killProcessTree(first.child.pid as number, orphan)
    await first.ended
    const bystander = spawn('sleep', ['600'], { stdio: 'ignore' })
    const ended = once(bystander, 'exit')
    try {
      const path = join(postgresDirectoriesIn(data).cluster, 'postmaster.pid')
      writeFileSync(path, readFileSync(path, 'utf8').replace(String(orphan), String(bystander.pid)))
      const second = launch(data)
      expect(await second.ended).toBe(2)
      expect(second.stderr.join('\n')).toContain(join(data, 'postgres'))
      expect(isProcessRunning(bystander.pid as number)).toBe(true)
    } finally {
      process.kill(orphan, 'SIGINT')
      bystander.kill('SIGKILL')
      await ended
      await eventually('the orphan ends', () => !isProcessRunning(orphan))
    }
  })
})
