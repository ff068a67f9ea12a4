import { statfs } from 'node:fs/promises'

/** The space of a disk in bytes. */
export interface DiskSpace {
  readonly path: string
  readonly free: number
  readonly size: number
}

/** Reads the space of the disk that has a folder. `free` leaves out what is kept for root. */
export async function readDiskSpace(path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { path, free: bavail * bsize, size: blocks * bsize }
}
