import type { ApplyEntryFields, ApplyEntryKind } from './entry.ts'

/** The key of `metadata` under which customers, agents and cards keep the name of the `purser apply` entry that made them. */
export const applyNameMetadataKey = 'applyName'
/**
 * The key of `metadata` under which customers, agents and cards keep the id in their entry, where it is the id of an object of another
 * account.
 */
export const applyIdMetadataKey = 'applyId'

/**
 * The entry of `purser apply` by which an object was made, as the object's metadata or description say. `id`: the id in the entry, where it
 * is the id of an object of another account. Null: the entry gives no id, or the object's own.
 */
export interface ApplyMark {
  readonly name: string
  readonly id: string | null
}

/** Matches the mark at the end of a webhook's description. Webhooks have no metadata that could keep it. */
const AT_END = /(?:^|\s)\(apply: (?<name>[^() ]+)(?: for (?<id>[^() ]+))?\)$/u

/** The mark of the `purser apply` entry that made an object of the account. Null: the object was made by hand. */
export function applyMarkOfObject(kind: ApplyEntryKind, object: ApplyEntryFields): ApplyMark | null {
  if (kind === 'webhooks') {
    const { name, id = null } = AT_END.exec((object['description'] as string | undefined) ?? '')?.groups ?? {}
    return name === undefined ? null : { name, id }
  }
  const { [applyNameMetadataKey]: name, [applyIdMetadataKey]: id } = (object['metadata'] ?? {}) as ApplyEntryFields
  return typeof name === 'string' ? { name, id: typeof id === 'string' ? id : null } : null
}

/** The name of the `purser apply` entry that made an object of the account. Null: the object was made by hand. */
export const applyEntryNameOf = (kind: ApplyEntryKind, object: ApplyEntryFields): string | null =>
  applyMarkOfObject(kind, object)?.name ?? null

/** A webhook's description with the mark of its `purser apply` entry at the end. */
export const descriptionWithApplyMark = (text: string, { name, id }: ApplyMark): string =>
  `${text} (apply: ${name}${id === null ? '' : ` for ${id}`})`.trimStart()

/** A webhook's description without the mark, as people wrote it. */
export const descriptionWithoutApplyMark = (text: string): string => text.replace(AT_END, '')
