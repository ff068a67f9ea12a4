import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Directories, ownDirectory, serverPath } from './directories.ts'
import { asUser, type Identity } from './identity.ts'
import { serverEnvironment } from './server-process.ts'
import { SERVER_USER } from './settings.ts'
import { makeWhole } from './unfinished.ts'

const run = promisify(execFile)

/** Makes the database cluster where there is none. */
export async function initializeCluster(
  directories: Directories,
  options: { runtime: string; identity: Identity; durable: boolean },
): Promise<void> {
  if (await isCluster(directories.cluster)) return
  const { runtime, identity, durable } = options
  await makeWhole(directories.cluster, async (unfinished) => {
    await ownDirectory(unfinished, identity)
    const pgdata = `--pgdata=${serverPath(directories, unfinished)}`
    await run(join(runtime, 'bin', 'initdb'), [pgdata, ...initdbOptions(durable)], {
      cwd: unfinished,
      env: serverEnvironment(directories),
      ...asUser(identity),
    })
  })
}

/** The built-in provider sorts by code point on every machine alike: no locale of the system, no index that goes stale with it. */
const initdbOptions = (durable: boolean): string[] => [
  `--username=${SERVER_USER}`,
  '--auth-local=peer',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  ...(durable ? [] : ['--no-sync']),
]

const isCluster = (directory: string): Promise<boolean> =>
  stat(join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
