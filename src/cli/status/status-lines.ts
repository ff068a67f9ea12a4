import { isNodeSilent } from '../../app/diagnosis/findings/node-findings.ts'
import { durationInWords } from '../../app/diagnosis/duration-in-words.ts'
import type { PurserState } from '../../app/diagnosis/purser-state.ts'
import { packageVersion } from '../../app/version.ts'
import { SECOND_MS, isoTimestamp } from '../../lib/clock.ts'
import type { TerminalScreen } from '../terminal/screen.ts'
import { terminalTableLines } from '../terminal/table.ts'
import { printableText, shortTimeText } from '../terminal/text.ts'

const NOT_READ = 'could not be read'
const MB = 1_000_000

/** The text that `purser status` prints: a line for each known value of Purser's state, then a table of the nodes. */
export function purserStatusLines(picture: PurserState, screen: TerminalScreen): string[] {
  const rows: (readonly [name: string, text: string | null])[] = [
    ['Purser', packageVersion],
    ['Database', databaseText(picture)],
    [
      'Connections',
      picture.server && `${picture.server.usedConnections} open, ${picture.server.mostConnections} permitted`,
    ],
    ['Migrations', migrationText(picture)],
    ['Clocks', clockText(picture)],
    ['Deliveries', deliveryText(picture)],
    ['Issuers', issuerText(picture)],
    ['Oldest hold', picture.oldest && waitingText(picture, picture.oldest.hold)],
    ['Next intent to end', picture.oldest && waitingText(picture, picture.oldest.intent)],
    ['Oldest approval', picture.oldest && waitingText(picture, picture.oldest.approval)],
    ['Last verify', verifyText(picture)],
    ['Last backup', backupText(picture)],
    ...picture.unread.map(({ what, why }) => ['Not read', `${what}: ${why}`] as const),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    ...rows.map(([name, text]) => `${screen.paint('dim', name.padEnd(width))}  ${printableText(text ?? NOT_READ)}`),
    '',
    ...nodeLines(picture, screen),
  ]
}

function databaseText({ server, disk }: PurserState): string | null {
  if (server === null) return null
  const room = disk === null ? '' : `, ${megabytes(disk.free)} of the disk free`
  return `PostgreSQL ${server.version}, ${megabytes(server.bytes)}${room}`
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / MB)} MB`

function migrationText({ migrations }: PurserState): string | null {
  if (migrations === null) return null
  const { last, pending, problem } = migrations
  if (problem !== null) return problem
  return `${last ?? 'none has run'}${pending.length === 0 ? ', up to date' : `, not run yet: ${pending.join(', ')}`}`
}

function clockText({ at, clock, testClock }: PurserState): string | null {
  if (clock === null) return null
  const text = `this machine's and the database's differ by ${(Math.abs(clock.differenceMs) / SECOND_MS).toFixed(1)} s`
  return testClock !== null && testClock > at
    ? `${text}; the test clock is at ${shortTimeText(isoTimestamp(testClock))}`
    : text
}

function deliveryText({ now, webhooks }: PurserState): string | null {
  if (webhooks === null) return null
  const { pending, oldestDueAt, failing } = webhooks
  const due =
    oldestDueAt === null ? 'none is due' : `${pending} are due, the oldest for ${durationInWords(now - oldestDueAt)}`
  return failing.length === 0 ? due : `${due}; ${failing.length} webhooks fail`
}

function issuerText({ now, issuers }: PurserState): string | null {
  if (issuers === null) return null
  if (issuers.length === 0) return 'no call waits'
  return issuers
    .map(({ issuer, calls, failingSince }) => {
      const failing = failingSince === null ? '' : `, failing for ${durationInWords(now - failingSince)}`
      return `${calls} calls to ${issuer} wait${failing}`
    })
    .join('; ')
}

type Row = { readonly id: string; readonly createdAt: number; readonly expiresAt?: number } | null

function waitingText({ now }: PurserState, row: Row): string {
  if (row === null) return 'none'
  const { id, createdAt, expiresAt } = row
  const begun = `${id}, ${durationInWords(now - createdAt)} old`
  if (expiresAt === undefined) return begun
  return `${begun}, ${expiresAt >= now ? `ends in ${durationInWords(expiresAt - now)}` : `ended ${durationInWords(now - expiresAt)} ago`}`
}

function verifyText({ at, verified }: PurserState): string | null {
  if (verified === undefined) return null
  if (verified === null) return 'has not run on this database'
  const { entries, differences } = verified.result
  return `${durationInWords(at - verified.ended_at)} ago: ${differences} differences in ${entries} decisions and steps`
}

function backupText({ at, backedUpAt }: PurserState): string | null {
  if (backedUpAt === undefined) return null
  return backedUpAt === null ? 'purser backup create has made none' : `${durationInWords(at - backedUpAt)} ago`
}

function nodeLines({ at, nodes }: PurserState, screen: TerminalScreen): string[] {
  if (nodes === null) return ['The nodes could not be read.']
  if (nodes.length === 0) return ['No node serves this database.']
  return terminalTableLines(
    nodes,
    [
      { title: 'node', of: ({ node }) => node, whole: true },
      { title: 'version', of: (node) => node.version },
      { title: 'host', of: ({ host, process_id: processId }) => `${host}:${processId}` },
      { title: 'runs for', of: ({ started_at: startedAt }) => durationInWords(at - startedAt) },
      {
        title: 'seen',
        of: ({ seen_at: seenAt }) => `${durationInWords(at - seenAt)} ago`,
        paint: (node) => (isNodeSilent(node, at) ? 'red' : undefined),
      },
      { title: 'connections', of: ({ connections }) => connections, right: true, optional: true },
      { title: 'issuers', of: ({ issuers }) => issuers.join(' '), optional: true },
    ],
    screen,
  )
}
