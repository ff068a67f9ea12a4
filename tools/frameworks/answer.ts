/** What a tool of Purser answered. */
export interface Answer {
  readonly next?: { readonly tool?: string; readonly args?: Record<string, unknown>; readonly say?: string }
  readonly [field: string]: unknown
}

/**
 * The answer of a tool in what a framework hands on to its model: the text of the answer, blocks with it, or the whole result of the
 * protocol. What has no answer of Purser in it, such as a framework's complaint, is in the field `unread`.
 */
export const answerIn = (handed: unknown): Answer => find(handed) ?? { unread: handed }

function find(handed: unknown): Answer | undefined {
  if (typeof handed === 'string') return find(parsed(handed))
  if (Array.isArray(handed)) return handed.map(find).find((each) => each !== undefined)
  if (typeof handed !== 'object' || handed === null) return undefined
  if ('next' in handed) return handed as Answer
  return ['structuredContent', 'content', 'text', 'output', 'value', 'result']
    .map((field) => find((handed as Record<string, unknown>)[field]))
    .find((each) => each !== undefined)
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' && value === text ? undefined : value
  } catch {
    return undefined
  }
}
