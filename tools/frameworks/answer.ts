/** The answer of one of Purser's tools. */
export interface PurserToolAnswer {
  readonly next?: { readonly tool?: string; readonly args?: Record<string, unknown>; readonly say?: string }
  readonly [field: string]: unknown
}

/**
 * Finds the answer of one of Purser's tools in the message in which a framework hands it on to its model. Frameworks hand on the answer's
 * text, blocks that contain the text, or the whole result of the protocol. If there is no such answer, as in a framework's own error, the
 * message is in the field `unread`.
 */
export const toolAnswerIn = (handed: unknown): PurserToolAnswer => find(handed) ?? { unread: handed }

function find(handed: unknown): PurserToolAnswer | undefined {
  if (typeof handed === 'string') return find(parsed(handed))
  if (Array.isArray(handed)) return handed.map(find).find((each) => each !== undefined)
  if (typeof handed !== 'object' || handed === null) return undefined
  if ('next' in handed) return handed as PurserToolAnswer
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
