import type { EntryFields, EntryKind } from './entry.ts'

/** The key of `metadata` under which customers, agents and cards keep the name of their entry. */
export const nameKey = 'applyName'
/** The key under which they keep the id of the entry, where it is the id of an object of another account. */
export const idKey = 'applyId'

/**
 * The entry by which an object was made, as the file says. `id`: an object of another account. Null: the file says nothing, or names the
 * entry itself.
 */
export interface Mark {
  readonly name: string
  readonly id: string | null
}

/** Webhooks have no metadata: the end of their description has the mark. */
const AT_END = /(?:^|\s)\(apply: (?<name>[^() ]+)(?: for (?<id>[^() ]+))?\)$/u

/** The mark of an object of the account. Null: it was made by hand. */
export function markOf(kind: EntryKind, object: EntryFields): Mark | null {
  if (kind === 'webhooks') {
    const { name, id = null } = AT_END.exec((object['description'] as string | undefined) ?? '')?.groups ?? {}
    return name === undefined ? null : { name, id }
  }
  const { [nameKey]: name, [idKey]: id } = (object['metadata'] ?? {}) as EntryFields
  return typeof name === 'string' ? { name, id: typeof id === 'string' ? id : null } : null
}

/** The name of the entry that an object of the account was made by. Null: it was made by hand. */
export const markedName = (kind: EntryKind, object: EntryFields): string | null => markOf(kind, object)?.name ?? null

/** A webhook's description with its mark. */
export const markedDescription = (text: string, { name, id }: Mark): string =>
  `${text} (apply: ${name}${id === null ? '' : ` for ${id}`})`.trimStart()

/** A webhook's description as people wrote it. */
export const unmarkedDescription = (text: string): string => text.replace(AT_END, '')
