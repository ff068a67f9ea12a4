import { join } from 'node:path'
import type { SystemUser } from './identity.ts'
import type { ScriptFolder } from './run-as-user.ts'

export const POSTGRES_PORT = 5432

/** The paths of the parts of the embedded database. */
export interface PostgresDirectories {
  /**
   * The folder of the embedded database. The folder and all below it belong to the user that PostgreSQL runs as, and only that user works
   * there.
   */
  readonly root: string
  readonly cluster: string
  /** PostgreSQL's HOME, so that files that it reads or writes there stay below the data directory. */
  readonly home: string
  /** The copies of the PostgreSQL binaries. */
  readonly runtime: string
  readonly socket: string
  /** Whether PostgreSQL's user can reach the folder of the embedded database (`root`) by its path. */
  readonly isReachable: boolean
}

/** The embedded database's directories at fixed places below the data directory. */
export function postgresDirectoriesIn(dataDirectory: string): Pick<PostgresDirectories, 'root' | 'cluster' | 'home'> {
  const root = join(dataDirectory, 'postgres')
  return { root, cluster: join(root, 'cluster'), home: join(root, 'home') }
}

/**
 * The folder in which scripts of PostgreSQL's user run. Where that user cannot reach the folder by its path, this process enters it first.
 */
export const scriptFolderOf = (
  { root, isReachable }: Pick<PostgresDirectories, 'root' | 'isReachable'>,
  identity: SystemUser,
): ScriptFolder => ({ identity, ...(isReachable ? { cwd: '/', path: root } : { cwd: root, path: '.' }) })

/** The path by which PostgreSQL reaches the directory below `root` in which it is started. */
export const postgresServerPath = ({ root, isReachable }: PostgresDirectories, name: string): string =>
  isReachable ? join(root, name) : CURRENT

/** The path of the current working directory. The kernel follows this link without checking the folders above. */
const CURRENT = '/proc/self/cwd'
