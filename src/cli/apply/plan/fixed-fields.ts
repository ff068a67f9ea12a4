import { isDeepStrictEqual } from 'node:util'
import type { FileEntry, EntryFields, EntryKind } from '../file/entry.ts'
import { fieldsOf } from '../file/file-schema.ts'

/** Fields that an object has from its creation on: no PATCH changes them. */
const isFixed = (kind: EntryKind, name: string): boolean => fieldsOf(kind)[name]?.['x-fixed'] === true

/** The fields of an entry that a PATCH can change. */
export const changeable = ({ kind, fields }: FileEntry): EntryFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isFixed(kind, name)))

/** The first field of an entry that can never become what the file says. Null: there is none. */
export function fixedDifference({ kind, fields }: FileEntry, actual: EntryFields): string | null {
  const differs = ([name, value]: [string, unknown]) =>
    isFixed(kind, name) && value !== undefined && !isDeepStrictEqual(value, stored(actual, name))
  return Object.entries(fields).find(differs)?.[0] ?? null
}

const stored = (actual: EntryFields, name: string): unknown =>
  name === 'issuer' ? ((actual['issuer'] as EntryFields | undefined)?.['name'] ?? 'purser') : actual[name]

/** Whether nothing can change an object any more. */
export const isFinal = (kind: EntryKind, { status }: EntryFields): boolean =>
  (kind === 'cards' && status === 'closed') || (kind === 'agents' && status === 'disabled')
