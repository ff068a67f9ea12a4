import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { asUser, type Identity } from './identity.ts'

const run = promisify(execFile)

/** A folder to work in, and the user to do it as. */
export interface Workplace {
  readonly identity: Identity
  /** Entered as ourselves. */
  readonly cwd: string
  /** From there, entered as that user. */
  readonly path: string
}

/** All that a process of the server's user sees of our environment: the rest holds secrets, and its user may read it. */
export const PLAIN_ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** `-P`: as it is written, and not by way of folders above that may be closed to the user. */
export const ENTER = 'umask 077; cd -P "$1" || exit; shift'

/** A script ended with an error, which the message tells in the words of what failed. */
export class RefusedWork extends Error {
  override name = 'RefusedWork'
}

/** Runs a shell script as a user, with the rights of that user alone; answers what it prints. */
export async function runAs(identity: Identity, script: string, args: string[], cwd = '/'): Promise<string> {
  const options = { cwd, env: PLAIN_ENVIRONMENT, ...asUser(identity) }
  try {
    return (await run('/bin/sh', ['-c', script, 'purser', ...args], options)).stdout
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new RefusedWork((stderr || message).trim())
  }
}

/** The same within a folder: whatever stands there, and whatever it points to, the script can do what its user can. */
export const runIn = ({ identity, cwd, path }: Workplace, script: string, args: string[] = []): Promise<string> =>
  runAs(identity, `${ENTER}; ${script}`, [path, ...args], cwd)

/** Whether a script ends well. */
export const succeedsAs = (...call: Parameters<typeof runAs>): Promise<boolean> =>
  runAs(...call).then(
    () => true,
    () => false,
  )
