import { execFile } from 'node:child_process'
import type { Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { OperatorError } from '../operator-error.ts'

const run = promisify(execFile)

/** A user of the operating system, as PostgreSQL needs it: the id to run as, and the name for peer authentication. */
export interface SystemUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The user that this process runs as. Throws an OperatorError for an id without a name, because PostgreSQL knows users by name. */
export function ownSystemUser(): SystemUser {
  try {
    const { username, uid, gid } = userInfo()
    return { name: username, uid, gid }
  } catch {
    throw new OperatorError(
      `User id ${process.getuid?.()} has no name on this machine, and PostgreSQL refuses to run without one. ` +
        'Start Purser as a user of /etc/passwd, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

/**
 * The user that PostgreSQL runs as: this process's user, except that PostgreSQL refuses root. Where Purser was started as root, it is the
 * owner of the database folder, where one exists already, or of the directory that the folder will be made in, else `postgres`, else
 * `nobody`. Rejects with an OperatorError where there is no such user.
 */
export async function postgresSystemUser(dataDirectory: string, root: string): Promise<SystemUser> {
  const own = ownSystemUser()
  const ownerUid = await ownerOf(lstat(root)) // `lstat` checks the name itself, because a link may point to something that belongs to somebody else
  if (own.uid !== 0) {
    if (ownerUid === null || ownerUid === own.uid) return own
    throw new OperatorError(
      `The database in ${root} belongs to user id ${ownerUid}, and this is ${own.name} (${own.uid}). ` +
        'Start Purser as that user or as root, or choose another PURSER_DATA_DIR.',
    )
  }
  const names = isOther(ownerUid) ? [String(ownerUid)] : await usersFor(dataDirectory)
  for (const name of names) {
    const found = await lookUp(name)
    if (found !== null) return found
  }
  throw new OperatorError(
    `PostgreSQL cannot run as root, and this machine has no user ${names.join(' or ')}. ` +
      'Start Purser as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * The users to try for PostgreSQL. A directory that was brought from elsewhere, a volume for instance, may belong to an id without a name,
 * which cannot be used.
 */
async function usersFor(dataDirectory: string): Promise<string[]> {
  const ownerUid = await ownerOf(stat(dataDirectory))
  return [...(isOther(ownerUid) ? [String(ownerUid)] : []), 'postgres', 'nobody']
}

const ownerOf = (stats: Promise<Stats>): Promise<number | null> =>
  stats.then(
    ({ uid }) => uid,
    () => null,
  )

const isOther = (uid: number | null): uid is number => uid !== null && uid !== 0

async function lookUp(user: string): Promise<SystemUser | null> {
  const ask = async (flag: string) => (await run('id', [flag, user])).stdout.trim()
  try {
    return { name: await ask('-un'), uid: Number(await ask('-u')), gid: Number(await ask('-g')) }
  } catch {
    return null
  }
}

export const isRootProcess = (): boolean => process.getuid?.() === 0

/**
 * The options that run a program as the given user. They are empty unless this process is root, because only root can run a program as
 * another user.
 */
export const spawnOptionsOfUser = ({ uid, gid }: SystemUser): { uid?: number; gid?: number } =>
  isRootProcess() ? { uid, gid } : {}
