import { open } from 'node:fs/promises'

/** Flushes a directory to the disk, so that the names of its new files survive a crash. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
