import { readFileSync } from 'node:fs'
import type { OperationName } from '../../contract/operations.ts'
import { inPackage } from '../../lib/package-root.ts'

export const RECORDED_FILE = inPackage('examples', 'recorded.json')

/** A request that was sent to a running Purser, and what it answered. */
export interface Exchange {
  readonly operation: OperationName
  /** Of its example in the API document, unique for the operation. */
  readonly name: string
  /** What is sent, in one line. */
  readonly summary: string
  /** Absent where the request was refused. */
  readonly request?: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string | number | boolean>>
    readonly body?: object
  }
  readonly status: number
  readonly reply: unknown
}

/** An event as it is delivered. */
export interface DeliveredEvent {
  readonly event: object
  /** The header that comes with it, made with the secret of the webhook that the story registers. */
  readonly signature: string
}

export interface Recorded {
  /** In the order in which they were sent. */
  readonly exchanges: readonly Exchange[]
  /** One of each type. */
  readonly events: Readonly<Record<string, DeliveredEvent>>
}

/** The examples of the reference. `npx vitest run test/reference -u` plays them anew. */
export const recorded = JSON.parse(readFileSync(RECORDED_FILE, 'utf8')) as Recorded
