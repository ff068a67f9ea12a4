import { isDeepStrictEqual } from 'node:util'
import type { ApplyFileEntry, ApplyEntryFields, ApplyEntryKind } from '../file/entry.ts'
import { callerSetFieldOfEntry } from '../file/callers-field.ts'

/** Whether an object of `purser apply` has a field from its creation on: no PATCH changes it. */
function isFixed(kind: ApplyEntryKind, name: string): boolean {
  const update = callerSetFieldOfEntry(kind, name)?.update
  return update === 'never' || update === 'same'
}

/** The fields of a file's entry that can still be changed after the object was created. */
export const changeableApplyEntryFields = ({ kind, fields }: ApplyFileEntry): ApplyEntryFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isFixed(kind, name)))

/**
 * The first field of a file's entry that the existing object can never get as the file says, because the field never changes. Null: there
 * is none.
 */
export function fixedApplyFieldDifference({ kind, fields }: ApplyFileEntry, actual: ApplyEntryFields): string | null {
  const differs = ([name, value]: [string, unknown]) =>
    isFixed(kind, name) && value !== undefined && !isDeepStrictEqual(value, stored(kind, name, actual))
  return Object.entries(fields).find(differs)?.[0] ?? null
}

/**
 * The value of an existing object's field in the form that a file has. A file has the issuer of a card as a name, which is `purser` where
 * the card has no issuer.
 */
const stored = (kind: ApplyEntryKind, name: string, actual: ApplyEntryFields): unknown =>
  callerSetFieldOfEntry(kind, name)?.file === 'name'
    ? ((actual[name] as ApplyEntryFields | undefined)?.['name'] ?? 'purser')
    : actual[name]

/** Whether an object of the account is closed or disabled, so that nothing can change it any more. */
export const isClosedOrDisabled = (kind: ApplyEntryKind, { status }: ApplyEntryFields): boolean =>
  (kind === 'cards' && status === 'closed') || (kind === 'agents' && status === 'disabled')
