import { isDeepStrictEqual } from 'node:util'
import type { FileEntry, EntryFields, EntryKind } from '../file/entry.ts'
import { callersFieldOf } from '../file/callers-field.ts'

/** Whether an object has a field from its creation on: no PATCH changes it. */
function isFixed(kind: EntryKind, name: string): boolean {
  const update = callersFieldOf(kind, name)?.update
  return update === 'never' || update === 'same'
}

/** The fields of an entry that can still be changed after the object was created. */
export const changeableFields = ({ kind, fields }: FileEntry): EntryFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isFixed(kind, name)))

/**
 * The first field of an entry that the existing object can never get as the file says, because the field never changes. Null: there is
 * none.
 */
export function fixedDifference({ kind, fields }: FileEntry, actual: EntryFields): string | null {
  const differs = ([name, value]: [string, unknown]) =>
    isFixed(kind, name) && value !== undefined && !isDeepStrictEqual(value, stored(kind, name, actual))
  return Object.entries(fields).find(differs)?.[0] ?? null
}

/** The value of a field that a file has as the name of an object. A card without an issuer is of Purser's own. */
const stored = (kind: EntryKind, name: string, actual: EntryFields): unknown =>
  callersFieldOf(kind, name)?.file === 'name'
    ? ((actual[name] as EntryFields | undefined)?.['name'] ?? 'purser')
    : actual[name]

/** Whether an object is closed or disabled, so that nothing can change it any more. */
export const isFinalObject = (kind: EntryKind, { status }: EntryFields): boolean =>
  (kind === 'cards' && status === 'closed') || (kind === 'agents' && status === 'disabled')
