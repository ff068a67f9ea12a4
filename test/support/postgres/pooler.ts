import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { eventually } from '../eventually.ts'
import { findExecutable } from '../executables.ts'
import { startTestCommand } from '../processes/test-process.ts'
import { freePort } from '../receivers/free-port.ts'

/** The path of pgbouncer. Debian has it in a folder that an ordinary user's PATH lacks. */
export const PGBOUNCER_PATH = findExecutable('pgbouncer', '../sbin/pgbouncer')

export interface ConnectionPooler {
  /** The URL of the database behind the pooler. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts a pgbouncer in front of a database, with the settings that Debian ships and this pool mode. */
export async function startConnectionPooler(
  pgbouncer: string,
  { host, port, user, database }: PostgresSocketConnection,
  mode: 'session' | 'transaction',
): Promise<ConnectionPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'purser-pooler-'))
  const own = await freePort()
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(
    configuration,
    [
      '[databases]',
      `purser = host=${host} port=${port} user=${user} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      'default_pool_size = 40',
      '',
    ].join('\n'),
  )
  // PostgreSQL takes the owner of the socket for its superuser, and pgbouncer does not run as root.
  const { uid, gid } = statSync(host)
  chownSync(folder, uid, gid)
  chownSync(configuration, uid, gid)
  const asOwner = process.getuid?.() === 0 ? { uid, gid } : {}
  const running = startTestCommand(pgbouncer, [configuration], asOwner)
  let code: number | string | undefined
  void running.ended.then((ended) => (code = ended))
  await eventually('pgbouncer listens', () => {
    if (code !== undefined) throw new Error(`pgbouncer ended (${code}):\n${running.stderr.join('\n')}`)
    return running.stderr.some((line) => line.includes(`listening on 127.0.0.1:${own}`))
  })
  return {
    url: `postgres://purser@127.0.0.1:${own}/purser`,
    stop: async () => {
      running.child.kill('SIGINT')
      await running.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
