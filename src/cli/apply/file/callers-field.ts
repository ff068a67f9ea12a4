import type { CallersField, ResourceSheet } from '../../../contract/sheets/row.ts'
import { resourceSheets } from '../../../contract/sheets/sheets.ts'
import type { ApplyEntryKind } from './entry.ts'

const sheets: Readonly<Record<ApplyEntryKind, ResourceSheet>> = resourceSheets

/** The part of a field's row about callers. Undefined: callers do not set such a field. */
export function callersFieldOfEntry(kind: ApplyEntryKind, field: string): CallersField | undefined {
  const sheet = sheets[kind]
  const set = Object.hasOwn(sheet, field) ? sheet[field]?.set : undefined
  return set === 'never' ? undefined : set
}

const RULES: ReadonlySet<CallersField['merge'] | undefined> = new Set(['policy', 'shadow', 'caps'])

/** Whether a file has the whole value of a field: a member that it leaves out is unset. Of all others it stays as it is. */
export const isFieldReplacedWhole = (kind: ApplyEntryKind, field: string): boolean =>
  RULES.has(callersFieldOfEntry(kind, field)?.merge)
