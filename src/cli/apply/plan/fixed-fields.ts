import { isDeepStrictEqual } from 'node:util'
import type { FileEntry, EntryFields, EntryKind } from '../file/entry.ts'
import { fieldsOf } from '../file/file-schema.ts'

/** Whether a field of an object is set at its creation and never changes afterwards. */
const isFixed = (kind: EntryKind, name: string): boolean => fieldsOf(kind)[name]?.['x-fixed'] === true

/** The fields of an entry that can still be changed after the object was created. */
export const changeable = ({ kind, fields }: FileEntry): EntryFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isFixed(kind, name)))

/**
 * The first field of an entry that the existing object can never get as the file says, because the field never changes. Null: there is
 * none.
 */
export function fixedDifference({ kind, fields }: FileEntry, actual: EntryFields): string | null {
  const differs = ([name, value]: [string, unknown]) =>
    isFixed(kind, name) && value !== undefined && !isDeepStrictEqual(value, stored(actual, name))
  return Object.entries(fields).find(differs)?.[0] ?? null
}

const stored = (actual: EntryFields, name: string): unknown =>
  name === 'issuer' ? ((actual['issuer'] as EntryFields | undefined)?.['name'] ?? 'purser') : actual[name]

/** Whether an object is closed or disabled, so that nothing can change it any more. */
export const isFinal = (kind: EntryKind, { status }: EntryFields): boolean =>
  (kind === 'cards' && status === 'closed') || (kind === 'agents' && status === 'disabled')
