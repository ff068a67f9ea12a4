import { spawnSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const SIZE = '768m'
const CHUNK = Buffer.alloc(2 ** 20)
const SMALL_CHUNK = Buffer.alloc(4096)

/** A small disk that holds the data of one PostgreSQL server alone, so that the script can fill it up. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk's remaining room. */
  fill(): Promise<void>
  free(): Promise<void>
  /** Unmounts the disk and deletes everything on it. */
  remove(): Promise<void>
}

/**
 * Makes the small disk: a tmpfs, which only root on Linux can mount. Elsewhere the server is in an ordinary folder, which is not filled.
 */
export async function makeSmallDisk(folder: string): Promise<SmallDisk & { readonly canBeFilled: boolean }> {
  await mkdir(folder)
  const canBeFilled =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'purser-night', folder]).status === 0
  const ballast = join(folder, 'ballast')
  return {
    folder,
    canBeFilled,
    fill: () => writeUntilFull(ballast),
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      // A lazily unmounted file system lasts until the last process that has a file open on it ends.
      if (canBeFilled) spawnSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (const chunk of [CHUNK, SMALL_CHUNK]) while (await isWritten(file.write(chunk))) continue
  } finally {
    await file.close()
  }
}

const isWritten = (written: Promise<{ bytesWritten: number }>): Promise<boolean> =>
  written.then(
    ({ bytesWritten }) => bytesWritten > 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') return false
      throw error
    },
  )
