import { MINUTE_MS } from '../../../lib/clock.ts'
import { isLoopback } from '../../../lib/network/loopback.ts'
import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'
import { durationInWords } from '../duration-in-words.ts'

/** The share of the permitted database connections whose use `purser doctor` reports as too much. */
const MANY_CONNECTIONS = 0.9
/** How many database connections must be left over by the nodes, for commands and for a further node during a rolling upgrade. */
const FOR_COMMANDS = 10
/** A prepared transaction that is older than this many milliseconds has been left behind: Purser's own last for moments. */
const PREPARED_MS = 5 * MINUTE_MS
const MB = 1_000_000
const GB = 1000 * MB

type Looked = Pick<DoctorExamination, 'server' | 'notReady' | 'nodes' | 'disk' | 'settings' | 'isOtherDatabase'>

/** Findings about the database server, the connection to it and its disk. */
export function databaseFindings(examination: Looked): DoctorFinding[] {
  return [
    ...writeFindings(examination),
    ...connectionFindings(examination),
    ...tlsFindings(examination),
    ...preparedFindings(examination),
    ...diskFindings(examination),
  ]
}

function writeFindings({ notReady, isOtherDatabase }: Looked): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  if (notReady === 'database_read_only') {
    findings.push({
      severity: 'error',
      code: 'database_read_only',
      says: 'The database takes no writes: it is a standby, or set to read-only.',
      todo: 'Point DATABASE_URL to the primary, or reset default_transaction_read_only of the database and the role.',
    })
  }
  if (isOtherDatabase) {
    findings.push({
      severity: 'error',
      code: 'other_database',
      says: 'DATABASE_URL and PURSER_MIGRATION_DATABASE_URL name databases with different migrations.',
      todo: 'Let both name the same database.',
    })
  }
  return findings
}

function connectionFindings({ server, nodes }: Looked): DoctorFinding[] {
  if (server === null) return []
  const { mostConnections, usedConnections } = server
  const ofNodes = (nodes ?? []).reduce((sum, { connections }) => sum + connections, 0)
  const todo =
    'Raise max_connections of the server (or the limit of the role or the database), or lower PURSER_DATABASE_CONNECTIONS of the nodes.'
  if (usedConnections >= mostConnections * MANY_CONNECTIONS) {
    const says = `${usedConnections} of ${mostConnections} connections to the database server are open.`
    return [{ severity: 'error', code: 'connections_used', says, todo }]
  }
  if (nodes === null || ofNodes + FOR_COMMANDS <= mostConnections) return []
  const says = `The nodes may open ${ofNodes} connections together, and commands need some too. The database server permits ${mostConnections}.`
  return [{ severity: 'warning', code: 'connections_few', says, todo }]
}

function tlsFindings({ server, settings }: Looked): DoctorFinding[] {
  const { databaseUrl } = settings
  if (databaseUrl === null || server === null) return []
  const todo =
    'Add sslmode=verify-full to DATABASE_URL, and sslrootcert where your own authority has signed (docs/guides/database.md).'
  if (!server.isEncrypted && !isOnThisMachine(databaseUrl)) {
    const says = 'The connection to the database is not encrypted, and leads to another machine.'
    return [{ severity: 'warning', code: 'connection_plain', says, todo }]
  }
  if (!/[?&]sslmode=no-verify\b/.test(databaseUrl)) return []
  const says = 'sslmode=no-verify: the connection is encrypted, but nobody checks who the database server is.'
  return [{ severity: 'warning', code: 'certificate_unchecked', says, todo }]
}

/** Whether the database URL leads to a server on this machine, by a socket or a loopback address. */
function isOnThisMachine(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl)
  const host = url?.searchParams.get('host') ?? decodeURIComponent(url?.hostname ?? '')
  return host === '' || host.startsWith('/') || isLoopback(host.replaceAll(/^\[|\]$/g, ''))
}

function preparedFindings({ server, settings }: Looked): DoctorFinding[] {
  const left = (server?.prepared ?? []).filter(({ ageMs }) => ageMs >= PREPARED_MS)
  const [oldest] = left
  if (oldest === undefined) return []
  return [
    {
      severity: 'error',
      code: 'prepared_left',
      says: `${left.length} prepared transactions were left in the database, the oldest for ${durationInWords(oldest.ageMs)}: ${oldest.name}. They keep locks, and dead rows cannot be removed.`,
      todo:
        settings.databaseUrl === null
          ? `Find out who prepared it, then: rollback prepared '${oldest.name}'`
          : `On Citus: select recover_prepared_transactions(). Otherwise find out who prepared it, then: rollback prepared '${oldest.name}'`,
    },
  ]
}

function diskFindings({ disk }: Looked): DoctorFinding[] {
  if (disk === null) return []
  const { path, free, size } = disk
  const isNearlyFull = free < 500 * MB
  if (!isNearlyFull && free >= 2 * GB && (free >= 10 * GB || free >= size / 10)) return []
  return [
    {
      severity: isNearlyFull ? 'error' : 'warning',
      code: 'disk_full',
      says: `The disk of ${path} has ${Math.floor(free / MB)} MB free of ${Math.floor(size / MB)} MB. On a full disk PostgreSQL stops.`,
      todo: 'Make room, or move the data directory to a larger disk.',
    },
  ]
}
