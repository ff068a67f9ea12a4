import type { SystemUser } from './identity.ts'
import { runScriptInFolder, type ScriptFolder } from './run-as-user.ts'

export const POSTGRES_ROLE_NAME = 'purser'

export interface PostgresServerSettings {
  readonly socketDirectory: string
  /** False: PostgreSQL runs without fsync, for tests, which throw the database away. */
  readonly durable: boolean
  /** How many connections to the embedded PostgreSQL the service opens at most. */
  readonly serviceConnections: number
}

/** How many connections the embedded PostgreSQL permits at least. */
const LEAST_PERMITTED = 200
/**
 * How many connections PostgreSQL permits beyond those of the service: for commands, for connections that are just ending, and for
 * superusers.
 */
const BESIDE_THE_SERVICE = 40

/**
 * Writes the configuration files of the embedded PostgreSQL over those that initdb made. Every start writes them again, so that a newer
 * version of Purser brings its own settings.
 */
export async function writePostgresSettings(
  folder: ScriptFolder,
  settings: PostgresServerSettings,
  own: SystemUser,
): Promise<void> {
  const files: Record<string, string[]> = {
    'pg_hba.conf': [`local all ${POSTGRES_ROLE_NAME} peer map=purser`],
    'pg_ident.conf': identMap(folder.identity, own),
    'postgresql.conf': Object.entries(configuration(settings)).map(([name, value]) => `${name} = ${quoted(value)}`),
  }
  await runScriptInFolder(
    folder,
    WRITE,
    Object.entries(files).flatMap(([name, lines]) => [`cluster/${name}`, lines.join('\n')]),
  )
}

/**
 * A shell script that writes a configuration file and renames it into place, so that a PostgreSQL that starts meanwhile reads the old file
 * or the new one.
 */
const WRITE = `
while [ $# -gt 0 ]; do
  if [ -L "$1" ]; then rm -f "$1"; fi
  printf '%s\\n' "$2" >"$1.$$" && mv -f "$1.$$" "$1" || exit
  shift 2
done`

/**
 * The users of the operating system that may connect to PostgreSQL: the user that Purser runs as, the user that PostgreSQL runs as, and
 * root.
 */
const identMap = (server: SystemUser, own: SystemUser): string[] =>
  [...new Set([own.name, server.name, 'root'])].map((name) => `purser "${name}" ${POSTGRES_ROLE_NAME}`)

function configuration({
  socketDirectory,
  durable,
  serviceConnections,
}: PostgresServerSettings): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: quotedListItem(socketDirectory),
    unix_socket_permissions: '0700',
    max_connections: String(Math.max(LEAST_PERMITTED, serviceConnections + BESIDE_THE_SERVICE)),
    shared_buffers: '128MB',
    max_wal_size: '2GB',
    // Filling a new segment of the write-ahead log with zeros delays every commit by 50 to 80 ms, under load once a second. Commits are
    // durable without it, too: a flush also writes the file's new size and blocks.
    wal_init_zero: 'off',
    checkpoint_timeout: '15min',
    jit: 'off', // the statements are short: compiling them costs more than running them
    max_parallel_workers_per_gather: '0',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Each line of PostgreSQL's log has only its level and its message: Purser's own log adds the time. Statements, their parameters and
    // the rows that an error shows could contain card data, and are left out.
    log_line_prefix: '',
    log_min_messages: 'log', // the error of a statement is sent to the client that sent the statement
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
  }
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`
/** A path for a PostgreSQL setting that is a list, in quotes: a comma or a space would otherwise end the path. */
const quotedListItem = (value: string): string => `"${value.replaceAll('"', '""')}"`
