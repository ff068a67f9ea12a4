import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { spawnOptionsOfUser, type SystemUser } from './identity.ts'

const run = promisify(execFile)

/** The folder to run a shell script in, and the user to run it as. */
export interface ScriptFolder {
  readonly identity: SystemUser
  /** The folder that this process enters before it runs a script. */
  readonly cwd: string
  /** The folder in which a script runs. The script enters it from `cwd`, with the rights of the user that it runs as. */
  readonly path: string
}

/**
 * The whole environment of a process of the user that PostgreSQL runs as. Purser's own environment has secrets, which that user may not
 * read.
 */
export const POSTGRES_USER_ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Shell commands that enter a folder. With `-P`, `cd` takes the path as it is written; otherwise it would resolve the path by the folders
 * above, which may be closed to the user.
 */
export const ENTER_FOLDER_SCRIPT = 'umask 077; cd -P "$1" || exit; shift'

/** The error of a shell script that failed. The message is what the script wrote to standard error, if anything. */
export class FailedScriptError extends Error {
  override name = 'FailedScriptError'
}

/** Runs a shell script with the rights of a user. Resolves to what it prints. Rejects with a FailedScriptError where it fails. */
export async function runScriptAsUser(
  identity: SystemUser,
  script: string,
  args: string[],
  cwd = '/',
): Promise<string> {
  const options = { cwd, env: POSTGRES_USER_ENVIRONMENT, ...spawnOptionsOfUser(identity) }
  try {
    return (await run('/bin/sh', ['-c', script, 'purser', ...args], options)).stdout
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new FailedScriptError((stderr || message).trim())
  }
}

/**
 * Runs a shell script within a folder. The script has only the rights of the folder's user, whatever the folder contains and wherever its
 * links lead.
 */
export const runScriptInFolder = (
  { identity, cwd, path }: ScriptFolder,
  script: string,
  args: string[] = [],
): Promise<string> => runScriptAsUser(identity, `${ENTER_FOLDER_SCRIPT}; ${script}`, [path, ...args], cwd)

/** Whether a shell script, run with the rights of a user, succeeds. */
export const scriptSucceedsAsUser = (...call: Parameters<typeof runScriptAsUser>): Promise<boolean> =>
  runScriptAsUser(...call).then(
    () => true,
    () => false,
  )
