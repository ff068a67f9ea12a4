import { isDeepStrictEqual } from 'node:util'
import type { Entry, Fields, Kind } from '../file/entry.ts'
import { fieldsOf } from '../file/file-schema.ts'

/** Fields that an object has from its creation on: no PATCH changes them. */
const isFixed = (kind: Kind, name: string): boolean => fieldsOf(kind)[name]?.['x-fixed'] === true

/** The fields of an entry that a PATCH can change. */
export const changeable = ({ kind, fields }: Entry): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isFixed(kind, name)))

/** The first field of an entry that can never become what the file says. Null: there is none. */
export function fixedDifference({ kind, fields }: Entry, actual: Fields): string | null {
  const differs = ([name, value]: [string, unknown]) =>
    isFixed(kind, name) && value !== undefined && !isDeepStrictEqual(value, stored(actual, name))
  return Object.entries(fields).find(differs)?.[0] ?? null
}

const stored = (actual: Fields, name: string): unknown =>
  name === 'issuer' ? ((actual['issuer'] as Fields | undefined)?.['name'] ?? 'purser') : actual[name]

/** Whether nothing can change an object any more. */
export const isFinal = (kind: Kind, { status }: Fields): boolean =>
  (kind === 'cards' && status === 'closed') || (kind === 'agents' && status === 'disabled')
