import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../operator-error.ts'

const run = promisify(execFile)

/** An operating system user, as PostgreSQL needs to know it: by id to run as, by name for peer authentication. */
export interface Identity {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The user that this process runs as. PostgreSQL knows users by name, so an id without one is refused here. */
export function ownIdentity(): Identity {
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
 * The user that PostgreSQL runs as: this one, but PostgreSQL refuses root. There it is the owner of the directory, where
 * a database exists already, else `postgres`, else `nobody`.
 */
export async function serverIdentity(directory: string): Promise<Identity> {
  const own = ownIdentity()
  const ownerUid = await stat(directory).then(
    (found) => found.uid,
    () => null,
  )
  if (own.uid !== 0) {
    if (ownerUid === null || ownerUid === own.uid) return own
    throw new OperatorError(
      `The database in ${directory} belongs to user id ${ownerUid}, and this is ${own.name} (${own.uid}). ` +
        'Start Purser as that user or as root, or choose another PURSER_DATA_DIR.',
    )
  }
  const names = ownerUid === null || ownerUid === 0 ? ['postgres', 'nobody'] : [String(ownerUid)]
  for (const name of names) {
    const found = await lookUp(name)
    if (found !== null) return found
  }
  throw new OperatorError(
    `PostgreSQL cannot run as root, and this machine has no user ${names.join(' or ')}. ` +
      'Start Purser as an ordinary user, or set DATABASE_URL.',
  )
}

async function lookUp(user: string): Promise<Identity | null> {
  const ask = async (flag: string) => (await run('id', [flag, user])).stdout.trim()
  try {
    return { name: await ask('-un'), uid: Number(await ask('-u')), gid: Number(await ask('-g')) }
  } catch {
    return null
  }
}

/** Only root can run a program as somebody else, and only then it says so. */
export const asUser = (identity: Identity): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: identity.uid, gid: identity.gid } : {}

/** The outermost folder on the way that a user cannot enter. */
export async function firstClosedTo(directory: string, identity: Identity): Promise<string> {
  let closed = directory
  while (closed !== dirname(closed) && !(await canEnter(dirname(closed), identity))) closed = dirname(closed)
  return closed
}

/** Tried, not computed from modes: access lists and mounts have their say too. */
export const canEnter = (directory: string, identity: Identity): Promise<boolean> =>
  run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { cwd: '/', ...asUser(identity) }).then(
    () => true,
    () => false,
  )
