import { join } from 'node:path'
import { type PostgresDirectories, postgresServerPath, scriptFolderOf } from './directories.ts'
import type { SystemUser } from './identity.ts'
import { POSTGRES_ROLE_NAME } from './settings.ts'
import { makeFolderAtomically } from './atomic-folder.ts'
import { runScriptInFolder } from './run-as-user.ts'

/** Makes the database cluster of the embedded PostgreSQL where there is none. */
export async function initializePostgresCluster(
  directories: PostgresDirectories,
  options: { runtime: string; identity: SystemUser; durable: boolean },
): Promise<void> {
  const { runtime, identity, durable } = options
  const folder = scriptFolderOf(directories, identity)
  if ((await runScriptInFolder(folder, '[ ! -e cluster/PG_VERSION ] || echo yes')) !== '') return
  await makeFolderAtomically(folder, 'cluster', async (unfinished) => {
    const pgdata = `--pgdata=${postgresServerPath(directories, unfinished)}`
    const initdb = [join(runtime, 'bin', 'initdb'), pgdata, ...initdbOptions(durable)]
    await runScriptInFolder(folder, 'mkdir "$1" && cd -P "$1" || exit; shift; exec "$@"', [unfinished, ...initdb])
  })
}

/**
 * Options of initdb. The built-in locale provider sorts by code point on every machine alike, so no index breaks with an update of the
 * system's locales.
 */
const initdbOptions = (durable: boolean): string[] => [
  `--username=${POSTGRES_ROLE_NAME}`,
  '--auth-local=peer',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  ...(durable ? [] : ['--no-sync']),
]
