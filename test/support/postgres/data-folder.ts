import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const GIB = 2 ** 30
/**
 * Bytes that must be free to keep PostgreSQL's files in memory: PostgreSQL keeps up to 2 GiB of write-ahead log, and the databases of the
 * test files that run take the rest.
 */
const NEEDED = { folder: 4 * GIB, memory: 8 * GIB }
const NAME = 'purser-test-'

/**
 * Makes a folder for the PostgreSQL of a run: in memory, where there is enough of it, otherwise on the disk. Each test file makes a database,
 * which is about a thousand files: on a disk that takes half a second, in memory a twentieth of that.
 */
export async function makeDataFolder(): Promise<string> {
  const parent = (await isRoomy()) ? IN_MEMORY : tmpdir()
  await deleteLeftFolders(parent, NAME)
  return mkdtemp(join(parent, `${NAME}${process.pid}-`))
}

async function isRoomy(): Promise<boolean> {
  const stats = await statfs(IN_MEMORY).catch(() => null)
  return stats !== null && stats.bavail * stats.bsize >= NEEDED.folder && freemem() >= NEEDED.memory
}

/**
 * Deletes the folders in `parent` that this user's runs have left which were killed, so their processes are gone. `name`: the beginning of the
 * folders' names, before the id of the run's process.
 */
export async function deleteLeftFolders(parent: string, name: string): Promise<void> {
  for (const folder of await readdir(parent)) {
    const pid = folder.startsWith(name) ? Number.parseInt(folder.slice(name.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid) && (await isOwn(join(parent, folder))))
      await rm(join(parent, folder), { recursive: true, force: true })
  }
}

/** Whether the folder belongs to the user of this process: nobody else's can be deleted in `/dev/shm` and `/tmp`. False if it is gone. */
async function isOwn(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => null)
  return stats?.uid === process.getuid?.()
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
