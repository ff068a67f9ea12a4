import { statfs } from 'node:fs/promises'

/** The size of a disk and its free space, in bytes. */
export interface DiskSpace {
  readonly path: string
  readonly free: number
  readonly size: number
}

/** Reads how much space is free on the disk on which a folder is. Space that only root may use does not count as free. */
export async function readDiskSpace(path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { path, free: bavail * bsize, size: blocks * bsize }
}
