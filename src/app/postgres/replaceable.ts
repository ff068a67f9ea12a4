import { lstat, readlink } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import type { SystemUser } from './identity.ts'
import { hasSystemErrorCode } from './system-error-code.ts'
import { scriptSucceedsAsUser } from './run-as-user.ts'

const ROOT = 0

/**
 * Finds the first name in the path to a folder that a user could replace by something else, links and their targets included. If the user
 * could replace only files in the last existing folder of the path, returns that folder. Null: the user can replace nothing. A user who can
 * replace a name in a path could make root work at any other place.
 */
export async function firstPathNameUserCouldReplace(directory: string, identity: SystemUser): Promise<string | null> {
  let folder = '/'
  const names = namesOf(directory)
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const path = join(folder, name)
    const entry = await lstat(path).catch(absent)
    if (entry === null) break
    if (await canReplace({ folder, ownerUid: entry.uid }, identity)) return path
    if (!entry.isSymbolicLink()) {
      folder = path
      continue
    }
    const target = await readlink(path)
    if (isAbsolute(target)) folder = '/'
    names.unshift(...namesOf(target))
  }
  return (await canReplace({ folder, ownerUid: ROOT }, identity)) ? folder : null
}

const absent = (error: unknown): null => {
  if (hasSystemErrorCode(error, 'ENOENT')) return null
  throw error
}

const namesOf = (path: string): string[] => path.split(sep).filter((name) => name !== '')

const STICKY = 0o1000
/** The write bits of the group and of others. Where an access list lets somebody write, the bit of the group is set. */
const WRITABLE_BY_OTHERS = 0o022

/** Whether a user can rename or remove a file of `ownerUid` in a folder. */
async function canReplace(
  { folder, ownerUid }: { folder: string; ownerUid: number },
  identity: SystemUser,
): Promise<boolean> {
  const { uid, mode } = await lstat(folder)
  if (uid === identity.uid) return true
  if ((mode & WRITABLE_BY_OTHERS) === 0) return false
  if ((mode & STICKY) !== 0 && ownerUid !== identity.uid) return false
  return scriptSucceedsAsUser(identity, '[ -w . ]', [], folder)
}
