import { constants, open } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

/**
 * The content of `postmaster.pid`: which process serves the database cluster, and how far its start has come. The user that PostgreSQL runs
 * as can write this file, so it is not trusted.
 */
interface LockFile {
  readonly pid: number
  /** The folder of PostgreSQL's socket. Null before the socket exists. */
  readonly socket: string | null
  /** PostgreSQL's state in the lock file, for instance `starting`, `ready` or `stopping`. */
  readonly status: string
}

/** Flags to open the lock file. They neither follow a link nor wait for the other end of a pipe, because PostgreSQL makes a plain file. */
const PLAINLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const MOST_BYTES = 4096

/** Reads `postmaster.pid`, which PostgreSQL keeps up to date, and which stays behind after a kill. Null where there is no such file. */
export async function readPostgresLockFile(cluster: string): Promise<LockFile | null> {
  const text = await readPlainFile(join(cluster, 'postmaster.pid')).catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  const [pid, socket] = [lines[0] ?? '', lines[4] ?? '']
  if (!/^[1-9]\d*$/.test(pid)) return null
  return {
    pid: Number(pid),
    socket: isAbsolute(socket) ? socket : null, // a host name would be dialled over the network
    status: lines[7]?.trim() ?? '',
  }
}

async function readPlainFile(path: string): Promise<string | null> {
  const file = await open(path, PLAINLY)
  try {
    if (!(await file.stat()).isFile()) return null
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
