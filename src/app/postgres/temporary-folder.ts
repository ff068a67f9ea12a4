import { createHash } from 'node:crypto'
import { lchown, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type SystemUser, isRootProcess } from './identity.ts'
import { makeOwnedFolder } from './owned-folder.ts'

const SOCKET = 'purser-socket-'
const RUNTIME = 'purser-runtime'

/**
 * Makes a folder with a short path for PostgreSQL's socket, private to the user that PostgreSQL runs as. Every start on the same data
 * directory finds the same folder.
 */
export async function makeTemporarySocketFolder(root: string, identity: SystemUser): Promise<string> {
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `${SOCKET}${digest}`)
  await makeOwnedFolder(path, { uid: identity.uid, forbidden: 0o077 }, async () => {
    if (isRootProcess()) await lchown(path, identity.uid, identity.gid)
  })
  return path
}

/** The temporary folder for the PostgreSQL binaries, used where they cannot be beside the data. Every user may read it. */
export const temporaryPostgresRuntime = (): string => join(tmpdir(), RUNTIME)

/**
 * Removes the socket's folder after PostgreSQL has ended, so that nothing is left in the temporary folder. A folder that is in use again
 * stays.
 */
export async function removeTemporarySocketFolder(path: string): Promise<void> {
  if (dirname(path) === tmpdir() && basename(path).startsWith(SOCKET)) await rmdir(path).catch(() => undefined)
}
