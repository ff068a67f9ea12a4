import { hostname } from 'node:os'
import { HOUR_MS, SECOND_MS } from '../../lib/clock.ts'
import { isDatabaseUnavailable } from '../../store/connection/database-errors.ts'
import type { Database } from '../../store/connection/database.ts'
import { ClockDifferenceError } from '../../lib/machine-clock.ts'
import { deleteNodeReports, writeNodeReport } from '../../store/nodes/node-reports.ts'
import type { NodeRow } from '../../store/rows/operation-tables.ts'
import type { Settings } from '../settings/options.ts'
import { connectionsOfEachProcess } from '../settings/several-processes.ts'
import { unsafeSettingWarnings } from '../settings/start-warnings.ts'
import { packageVersion } from '../version.ts'

/** How many milliseconds after a report about itself a node writes the next one. */
export const NODE_REPORT_EVERY_MS = 10 * SECOND_MS
/** For how many milliseconds a node stays known that writes no reports any more. A node that stops properly deletes its reports. */
export const NODE_REPORT_LIFE_MS = HOUR_MS

/** Writes every few seconds that this node runs, for `purser status` and `purser doctor`. */
export interface NodeReportWriter {
  /** Writes the node's first report about itself. Never rejects. */
  start(): Promise<void>
  /** Deletes the node's reports about itself. Never rejects. */
  stop(): Promise<void>
}

export interface NodeReportWriterOptions {
  readonly database: Pick<Database, 'transaction' | 'clock'>
  readonly settings: Settings
  /** The id of the node that writes reports about itself. */
  readonly node: string
  /** The names of the issuers that the node calls. */
  readonly issuers: string[]
  /** How many connections the authorization engine opens to a database server at most. */
  readonly engineConnections: number
  /** Called where a node's report failed, except where the database is away or the clocks differ: these failures are reported elsewhere. */
  readonly onError: (error: unknown) => void
}

export function createNodeReportWriter(options: NodeReportWriterOptions): NodeReportWriter {
  const { database, settings, node, issuers, onError } = options
  const unchanging: Omit<NodeRow, 'clock_difference_ms' | 'seen_at'> = {
    node,
    version: packageVersion,
    host: hostname(),
    process_id: process.pid,
    issuers,
    unsafe_settings: unsafeSettingWarnings(settings),
    connections: connectionsOfEachProcess(settings) + options.engineConnections,
    started_at: database.clock.now(),
  }
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const quietly = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error) && !(error instanceof ClockDifferenceError)) onError(error)
    })
  const write = () =>
    quietly(() =>
      writeNodeReport(database, {
        ...unchanging,
        clock_difference_ms: Math.round(database.clock.comparison().differenceMs),
        seen_at: database.clock.now(),
      }),
    )
  const forget = () =>
    quietly(() => deleteNodeReports(database, { node, until: database.clock.now() - NODE_REPORT_LIFE_MS }))

  return {
    start: async () => {
      await forget()
      await write()
      timer = setInterval(() => {
        writing = writing.then(write)
      }, NODE_REPORT_EVERY_MS)
      timer.unref()
    },
    stop: async () => {
      if (timer !== null) clearInterval(timer)
      await writing
      await forget()
    },
  }
}
