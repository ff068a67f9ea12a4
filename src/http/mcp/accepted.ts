/** The form of the answer to an MCP message: `stream` if the caller's `Accept` names event streams, `object` otherwise. */
export type McpAnswerForm = 'stream' | 'object'

const STREAM = ['text', 'event-stream'] as const
const OBJECT = ['application', 'json'] as const

/**
 * The form of answer that a header `Accept` asks for (RFC 9110, section 12.5.1). Null: it accepts neither form. A caller that names event
 * streams gets one, as the protocol demands. A caller that accepts anything, such as curl or a gateway, gets one object, which it can read.
 */
export function acceptedMcpAnswerForm(accept: string | undefined): McpAnswerForm | null {
  const ranges = (accept ?? '').split(',').flatMap(rangeIn)
  if (ranges.length === 0) return 'object'
  const namesStreams = ranges.some(({ type, subtype }) => type === STREAM[0] && [STREAM[1], '*'].includes(subtype))
  if (namesStreams && isTaken(ranges, STREAM)) return 'stream'
  return isTaken(ranges, OBJECT) ? 'object' : null
}

/** Whether a header `Accept` accepts event streams, at least by a range for any type. */
export const acceptsEventStreams = (accept: string | undefined): boolean => {
  const ranges = (accept ?? '').split(',').flatMap(rangeIn)
  return ranges.length === 0 || isTaken(ranges, STREAM)
}

interface Range {
  readonly type: string
  readonly subtype: string
  readonly quality: number
}

function rangeIn(text: string): Range[] {
  const [range = '', ...parameters] = text.split(';').map((each) => each.trim().toLowerCase())
  const [type = '', subtype = ''] = range.split('/')
  if (type === '' || subtype === '') return []
  const weight = parameters.flatMap((each) => /^q\s*=\s*([\d.]+)$/.exec(each)?.[1] ?? [])
  return [{ type, subtype, quality: Number(weight[0] ?? 1) }]
}

/** Whether a header `Accept` accepts a media type: the most specific matching range has a quality above 0. */
function isTaken(ranges: readonly Range[], [type, subtype]: readonly [string, string]): boolean {
  const exact = ranges.find((range) => range.type === type && range.subtype === subtype)
  const ofType = ranges.find((range) => range.type === type && range.subtype === '*')
  const any = ranges.find((range) => range.type === '*' && range.subtype === '*')
  return ((exact ?? ofType ?? any)?.quality ?? 0) > 0
}
