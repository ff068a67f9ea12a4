import type { Fields, Kind } from './entry.ts'

/** The key of `metadata` under which customers, agents and cards keep the name of their entry. */
export const nameKey = 'applyName'

/** Webhooks have no metadata: the end of their description has the name. */
const AT_END = /(?:^|\s)\(apply: (?<name>[^()]+)\)$/u

/** The name of the entry that an object of the account was made by. Null: it was made by hand. */
export function markedName(kind: Kind, object: Fields): string | null {
  if (kind === 'webhooks')
    return AT_END.exec((object['description'] as string | undefined) ?? '')?.groups?.['name'] ?? null
  const name = (object['metadata'] as Fields | null | undefined)?.[nameKey]
  return typeof name === 'string' ? name : null
}

/** A webhook's description with the name of its entry. */
export const markedDescription = (text: string, name: string): string => `${text} (apply: ${name})`.trimStart()

/** A webhook's description as people wrote it. */
export const unmarkedDescription = (text: string): string => text.replace(AT_END, '')
