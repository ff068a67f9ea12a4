import { join } from 'node:path'
import type { Identity } from './identity.ts'
import type { Workplace } from './user-shell.ts'

export const PORT = 5432

/** Where the parts of the embedded database are. */
export interface Directories {
  /** What is below belongs to the server's user: only that user works there. */
  readonly root: string
  readonly cluster: string
  /** The server's HOME: whatever it reads or writes there stays here. */
  readonly home: string
  /** The binaries' copies. */
  readonly runtime: string
  readonly socket: string
  /** Whether the server's user can reach `root` by its path. */
  readonly isReachable: boolean
}

/** What is at a fixed place below the data directory. */
export function directoriesIn(dataDirectory: string): Pick<Directories, 'root' | 'cluster' | 'home'> {
  const root = join(dataDirectory, 'postgres')
  return { root, cluster: join(root, 'cluster'), home: join(root, 'home') }
}

/** Where the server's user works. Into a folder that it cannot reach, we take it. */
export const workplaceOf = (
  { root, isReachable }: Pick<Directories, 'root' | 'isReachable'>,
  identity: Identity,
): Workplace => ({ identity, ...(isReachable ? { cwd: '/', path: root } : { cwd: root, path: '.' }) })

/** How the server is to call the directory below `root` that it is started in. */
export const serverPath = ({ root, isReachable }: Directories, name: string): string =>
  isReachable ? join(root, name) : CURRENT

/** A link that the kernel follows without asking for the way. */
const CURRENT = '/proc/self/cwd'
