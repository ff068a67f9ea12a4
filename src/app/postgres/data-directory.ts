import { constants, type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { type SystemUser, isRootProcess } from './identity.ts'
import { firstPathNameUserCouldReplace } from './replaceable.ts'
import { hasSystemErrorCode } from './system-error-code.ts'

/**
 * Makes the data directory where there is none, and checks who owns it. `identity`: the user that PostgreSQL runs as. Resolves to false if
 * the directory belongs to PostgreSQL's user, otherwise to true. Where Purser was started as root, and PostgreSQL's user could replace the
 * directory or a folder above it, the directory must belong to PostgreSQL's user. Rejects with an OperatorError if it does not.
 */
export async function makeDataDirectory(path: string, identity: SystemUser): Promise<boolean> {
  const replaceable = isRootProcess() ? await firstPathNameUserCouldReplace(path, identity) : null
  if (replaceable !== null) return assertOwnedBy(identity, { path, replaceable })
  await makeDirectory(path)
  if (isRootProcess()) await letThrough(path)
  return true
}

const CANNOT_WRITE = ['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EROFS', 'ENOENT', 'ELOOP']
const FULL = ['ENOSPC', 'EDQUOT']

/** Prepares a data directory. Rejects with an OperatorError where the directory cannot be written, or its disk is full. */
export async function prepareWritableDataDirectory<T>(path: string, prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare()
  } catch (error) {
    if (!hasSystemErrorCode(error, ...CANNOT_WRITE, ...FULL)) throw error
    throw new OperatorError(
      `PURSER_DATA_DIR=${path} cannot be used: ${(error as Error).message}. ` +
        (hasSystemErrorCode(error, ...FULL)
          ? 'The embedded database takes about 100 MB at first: make room, or give a directory on another disk, for instance PURSER_DATA_DIR=/var/lib/purser'
          : 'Give a directory that Purser may write to, for instance PURSER_DATA_DIR=/var/lib/purser'),
    )
  }
}

async function assertOwnedBy(
  { name, uid }: SystemUser,
  { path, replaceable }: { path: string; replaceable: string },
): Promise<false> {
  const ownerUid = await stat(path).then(
    (stats) => stats.uid,
    () => null,
  )
  if (ownerUid === uid) return false
  throw new OperatorError(
    `PURSER_DATA_DIR=${path} is not safe: PostgreSQL runs as the user ${name}, who could replace ` +
      `${replaceable} by something else, and Purser would work on that as root. Choose a directory below folders that only root may change, for ` +
      'instance PURSER_DATA_DIR=/var/lib/purser',
  )
}

/**
 * Makes a directory and its parents. Node's option `recursive` is not used, because `mkdir` with it never ends below /proc, where no
 * directory can be made.
 */
async function makeDirectory(path: string): Promise<void> {
  try {
    await makeOne(path)
  } catch (error) {
    if (!hasSystemErrorCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeDirectory(dirname(path))
    await makeOne(path)
  }
}

/** Makes one directory. A directory that another process has made first is no error. */
const makeOne = (path: string): Promise<void> =>
  mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasSystemErrorCode(error, 'EEXIST')) throw error
  })

/** Lets PostgreSQL's user pass through a directory of this process's user, without the right to list its files. */
async function letThrough(path: string): Promise<void> {
  const content = await readdir(path)
  const isPursers = content.length === 0 || content.includes('postgres')
  if (!isPursers) return
  await onFolder(path, async (folder) => folder.chmod(((await folder.stat()).mode & 0o7777) | 0o011))
}

/** Makes the folder of PostgreSQL's user in a data directory of this process's user. */
export async function makePostgresFolder(path: string, { uid, gid }: SystemUser): Promise<void> {
  await makeOne(path)
  if (!isRootProcess()) return
  try {
    await onFolder(
      path,
      async (folder) => {
        if ((await folder.stat()).uid === 0) await folder.chown(uid, gid)
      },
      constants.O_NOFOLLOW,
    )
  } catch (error) {
    if (!hasSystemErrorCode(error, 'ENOTDIR', 'ELOOP')) throw error
    throw new OperatorError(
      `${path} is not a directory. Started as root, Purser follows no link there: give the real path as PURSER_DATA_DIR.`,
    )
  }
}

/** Works on a folder by a file handle, so that `work` checks and changes the same folder even if its path is replaced meanwhile. */
async function onFolder(path: string, work: (folder: FileHandle) => Promise<void>, flags = 0): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | flags)
  try {
    await work(folder)
  } finally {
    await folder.close()
  }
}
