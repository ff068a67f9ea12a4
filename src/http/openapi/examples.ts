import type { ErrorCode, ErrorReplyBody } from '../../contract/errors.ts'
import type { EventType } from '../../contract/events.ts'
import { type DeliveredEvent, type RecordedApiExchange, recordedExamples } from './recorded.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { JsonSchema } from './schemas.ts'

/** Named examples, the value of a field `examples` in the API document. */
type NamedExamples = Record<string, { summary?: string; value: unknown }>

const played = Object.groupBy(recordedExamples.exchanges, ({ operation }) => operation)
const exchangesOf = (name: OperationName): readonly RecordedApiExchange[] => played[name] ?? []

/** The bodies that were sent to an operation and accepted, by name of the example. Empty where the operation takes no body. */
export const recordedBodyExamples = (name: OperationName): NamedExamples =>
  named(exchangesOf(name), ({ request }) => request?.body)

/** The replies of an operation with the given status, by name of the example. */
export const recordedReplyExamples = (name: OperationName, status: number): NamedExamples =>
  named(exchangesOf(name), (exchange) => (exchange.status === status ? exchange.reply : undefined))

/**
 * The recorded refusals of an operation with the given error code, by name of the example. The refusal that `recordedRefusalOfAnyOperation` returns is left
 * out.
 */
export const recordedRefusalExamples = (name: OperationName, code: ErrorCode): NamedExamples =>
  named(exchangesOf(name), (exchange) =>
    codeOf(exchange) === code && anyRefusal.get(code) !== exchange ? exchange.reply : undefined,
  )

/** The first reply with the given error code, of any operation. Undefined where no recorded request was refused with it. */
export const recordedRefusalOfAnyOperation = (code: ErrorCode): unknown => anyRefusal.get(code)?.reply

/** The values of a path parameter in accepted requests: one `example`, or `examples` where the values differ. */
export function pathParameterExamples(
  name: OperationName,
  parameter: string,
): { example?: unknown; examples?: NamedExamples } {
  const examples = valuesOf(name, ({ path }) => path?.[parameter])
  const [first, ...others] = Object.values(examples)
  if (first === undefined) return {}
  return others.every(({ value }) => value === first.value) ? { example: first.value } : { examples }
}

/**
 * The values of a query parameter in accepted requests. Where a request has no value, the reference page would fill in the first word of an
 * enum or the schema's example. So such a request gets an example that says that the parameter is not sent (`x-disabled`).
 */
export function queryParameterExamples(
  name: OperationName,
  parameter: string,
  schema: JsonSchema,
): { examples?: NamedExamples } {
  const [filledIn] = (schema['enum'] ?? schema['examples'] ?? []) as unknown[]
  const sent = valuesOf(name, ({ query }) => query?.[parameter])
  const unsent = filledIn === undefined ? {} : valuesOf(name, () => filledIn, { 'x-disabled': true })
  const examples = { ...unsent, ...sent }
  return Object.keys(examples).length === 0 ? {} : { examples }
}

const valuesOf = (
  name: OperationName,
  valueOf: (request: NonNullable<RecordedApiExchange['request']>) => unknown,
  more: object = {},
): NamedExamples =>
  named(
    exchangesOf(name),
    ({ request }) => request && valueOf(request),
    () => more,
  )

export const recordedEventExample = (type: EventType): DeliveredEvent | undefined => recordedExamples.events[type]

const codeOf = ({ status, reply }: RecordedApiExchange): ErrorCode | undefined =>
  status < 400 ? undefined : (reply as ErrorReplyBody).error.code

const anyRefusal = new Map<ErrorCode | undefined, RecordedApiExchange>()
for (const exchange of recordedExamples.exchanges) {
  const code = codeOf(exchange)
  if (!anyRefusal.has(code)) anyRefusal.set(code, exchange)
}

function named(
  exchanges: readonly RecordedApiExchange[],
  valueOf: (exchange: RecordedApiExchange) => unknown,
  more: (exchange: RecordedApiExchange) => object = ({ summary }) => ({ summary }),
): NamedExamples {
  const entries = exchanges.flatMap((exchange): [string, NamedExamples[string]][] => {
    const value = valueOf(exchange)
    return value === undefined ? [] : [[exchange.name, { ...more(exchange), value }]]
  })
  return Object.fromEntries(entries)
}
