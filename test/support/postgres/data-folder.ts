import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const GIB = 2 ** 30
/**
 * Free bytes that are needed to keep PostgreSQL's files in memory: PostgreSQL keeps up to 2 GiB of write-ahead log, and the databases of
 * the running test files take the rest.
 */
const NEEDED = { folder: 4 * GIB, memory: 8 * GIB }
const NAME = 'purser-test-'

/**
 * Makes the folder for the PostgreSQL of a run: in memory if there is enough of it, otherwise on disk. Each test file makes a database,
 * which is about a thousand files: half a second on a disk, and a twentieth of that in memory.
 */
export async function makeDataFolder(): Promise<string> {
  const parent = (await isRoomy()) ? IN_MEMORY : tmpdir()
  await deleteLeftoverFolders(parent, NAME)
  return mkdtemp(join(parent, `${NAME}${process.pid}-`))
}

async function isRoomy(): Promise<boolean> {
  const stats = await statfs(IN_MEMORY).catch(() => null)
  return stats !== null && stats.bavail * stats.bsize >= NEEDED.folder && freemem() >= NEEDED.memory
}

/**
 * Deletes the folders in `parent` that this user's killed runs have left. `name`: the beginning of the folders' names, before the process
 * id of the run.
 */
export async function deleteLeftoverFolders(parent: string, name: string): Promise<void> {
  for (const folder of await readdir(parent)) {
    const pid = folder.startsWith(name) ? Number.parseInt(folder.slice(name.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid) && (await isOwn(join(parent, folder))))
      await rm(join(parent, folder), { recursive: true, force: true })
  }
}

/**
 * Whether a folder belongs to the user of this process, because other users' folders in `/dev/shm` and `/tmp` cannot be deleted. False:
 * also if the folder is gone.
 */
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
