import type { HttpMethod } from '../../src/contract/operation.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'

/** What is sent: path parameters, query and body, with the ids and secrets of the reference. */
export interface Sent {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: object
}

/** One request of the story. */
export interface Step extends Sent {
  readonly operation: OperationName
  /** Of the example in the document. Absent: it only leads on to the next. */
  readonly name?: string
  /** What is sent, in one line. */
  readonly summary?: string
  /** The secret that it is sent with; null: none. Absent: the admin's. */
  readonly as?: string | null
  /** The session that it is sent in: 1 for the first that the story opens. In place of a secret. */
  readonly session?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The card that an issuer asks about first, as if a shop had begun a purchase with it. */
  readonly challenges?: string
  /** What it must be answered. Absent: what the operation usually answers. */
  readonly status?: number
}

type Rest = Omit<Step, 'operation' | 'name' | 'summary'>

/** A request that the reference shows. */
export const shown = (operation: OperationName, name: string, summary: string, rest: Rest = {}): Step => ({
  operation,
  name,
  summary,
  ...rest,
})

/** A request that the reference does not show. */
export const untold = (operation: OperationName, rest: Rest = {}): Step => ({ operation, ...rest })

export const later = (minutes: number): Step => untold('advanceTestClock', { body: { seconds: minutes * 60 } })

export const methodOf = ({ operation }: Step): HttpMethod => operations[operation].method

/** Below `/v1`. */
export function urlOf(operation: OperationName, { path = {}, query = {} }: Sent): string {
  const filled = operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}
