import type { PostgresSocketConnection } from '../postgres/connection.ts'
import type { MeasuredMetric } from '../telemetry/telemetry.ts'

/** How often a serving process says that it is alive. */
export const PROCESS_ALIVE_MESSAGE_EVERY_MS = 3000

/** The text of `/metrics`. */
export interface MetricsText {
  readonly contentType: string
  readonly text: string
}

/** A message of the first process to a serving process. */
export type FirstProcessMessage =
  /**
   * Tells a serving process to begin to serve, under this number. `embedded`: the connection to the embedded PostgreSQL, which the first
   * process runs.
   */
  | { readonly kind: 'begin'; readonly number: number; readonly embedded: PostgresSocketConnection | null }
  | { readonly kind: 'drain' }
  | { readonly kind: 'stop' }
  /** Asks a serving process for its metrics as they are now. */
  | { readonly kind: 'measure'; readonly id: number }
  /** The metrics of all processes, as the answer to a message `expose`. */
  | ({ readonly kind: 'exposed'; readonly id: number } & MetricsText)

/** A message of a serving process to the first process. */
export type ServingProcessMessage =
  | { readonly kind: 'serves'; readonly baseUrl: string }
  /** Tells the first process that this process cannot serve, for a reason that the operator can do something about. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'measured'; readonly id: number; readonly metrics: readonly MeasuredMetric[] }
  /** Tells the first process every few seconds that the serving process still answers. */
  | { readonly kind: 'alive' }
  /** Asks the first process for the metrics of all processes. */
  | { readonly kind: 'expose'; readonly id: number }
