import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { asUser, type Identity } from './identity.ts'
import { hasCode } from './system-error.ts'

const SOCKET = 'purser-socket-'
const RUNTIME = 'purser-runtime'

/** A short place for the socket, private to the server's user. Every start on one data directory finds the same. */
export async function temporarySocket(root: string, identity: Identity): Promise<string> {
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `${SOCKET}${digest}`)
  const isNew = await make(path)
  if (isNew && asUser(identity).uid !== undefined) await chown(path, identity.uid, identity.gid)
  await assertOwned(path, { uid: identity.uid, forbidden: 0o077 })
  return path
}

/** A place for the binaries that every user may read and only we may change. */
export async function temporaryRuntime(): Promise<string> {
  const path = join(tmpdir(), RUNTIME)
  if (await make(path)) await chmod(path, 0o755)
  await assertOwned(path, { uid: process.getuid?.() ?? 0, forbidden: 0o022 })
  return path
}

/** After the server has ended: nothing is left behind in the temporary folder. A folder that is in use again stays. */
export async function removeTemporarySocket(path: string): Promise<void> {
  if (dirname(path) === tmpdir() && basename(path).startsWith(SOCKET)) await rmdir(path).catch(() => undefined)
}

async function make(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Anyone may make names in the temporary folder: what stands there is used only where it can only be ours. */
async function assertOwned(path: string, { uid, forbidden }: { uid: number; forbidden: number }): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory() && found.uid === uid && (found.mode & forbidden) === 0) return
  throw new OperatorError(`${path} is needed for the embedded database, but belongs to somebody else. Remove it.`)
}
