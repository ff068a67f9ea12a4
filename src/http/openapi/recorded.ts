import { readFileSync } from 'node:fs'
import type { OperationName } from '../../contract/operations.ts'
import { pathInPackage } from '../../lib/package-root.ts'

export const RECORDED_EXAMPLES_FILE = pathInPackage('examples', 'recorded.json')

/** A request that was sent to a running Purser, and the reply to it. */
export interface RecordedApiExchange {
  readonly operation: OperationName
  /** The name of the exchange's example in the API document, unique for the operation. */
  readonly name: string
  /** The sentence that says what the request sends. */
  readonly summary: string
  /** The parts of the recorded request. Absent if the request was refused. */
  readonly request?: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string | number | boolean>>
    readonly body?: object
  }
  readonly status: number
  readonly reply: unknown
}

/** An event as it was delivered to a webhook. */
export interface DeliveredEvent {
  readonly event: object
  /** The signature header of the delivery, made with the secret of the webhook that the recording registers. */
  readonly signature: string
}

export interface RecordedExamplesFile {
  /** All requests to a running Purser that were recorded with their replies, in the order in which they were sent. */
  readonly exchanges: readonly RecordedApiExchange[]
  /** A recorded event for each event type. */
  readonly events: Readonly<Record<string, DeliveredEvent>>
}

/** The examples of the API document. `npx vitest run test/reference -u` records them again. */
export const recordedExamples = JSON.parse(readFileSync(RECORDED_EXAMPLES_FILE, 'utf8')) as RecordedExamplesFile
