import { chmod, lstat, mkdir } from 'node:fs/promises'
import { OperatorError } from '../operator-error.ts'
import { hasSystemErrorCode } from './system-error-code.ts'

interface Owner {
  readonly uid: number
  /** Bits of a folder's mode that would give access to users other than its owner. */
  readonly forbidden: number
}

/**
 * Makes a folder where there is none. `finish` completes a new folder. Rejects with an OperatorError where the folder exists and belongs to
 * another user.
 */
export async function makeOwnedFolder(path: string, owner: Owner, finish: () => Promise<void>): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
    await finish()
  } catch (error) {
    if (!hasSystemErrorCode(error, 'EEXIST')) throw error
  }
  await assertOwned(path, owner)
}

/** Makes a folder that every user may read, and only this process's user may change. */
export const makeReadableFolder = (path: string): Promise<void> =>
  makeOwnedFolder(path, { uid: process.getuid?.() ?? 0, forbidden: 0o022 }, () => chmod(path, 0o755))

/** Rejects with an OperatorError unless the folder belongs to the user `uid`, and no other user can change it. */
async function assertOwned(path: string, { uid, forbidden }: Owner): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory() && found.uid === uid && (found.mode & forbidden) === 0) return
  throw new OperatorError(`${path} is needed for the embedded database, but belongs to somebody else. Remove it.`)
}
