import type { CallerSetField, ResourceSheet } from '../../../contract/sheets/row.ts'
import { resourceSheets } from '../../../contract/sheets/sheets.ts'
import type { ApplyEntryKind } from './entry.ts'

const sheets: Readonly<Record<ApplyEntryKind, ResourceSheet>> = resourceSheets

/** How callers may set a field of a customer, agent, card or webhook. Undefined: callers do not set the field. */
export function callerSetFieldOfEntry(kind: ApplyEntryKind, field: string): CallerSetField | undefined {
  const sheet = sheets[kind]
  const set = Object.hasOwn(sheet, field) ? sheet[field]?.set : undefined
  return set === 'never' ? undefined : set
}

const RULES: ReadonlySet<CallerSetField['merge'] | undefined> = new Set(['policy', 'shadow', 'caps'])

/**
 * Whether a file of `purser apply` has the whole value of a field, so that members that the file leaves out are unset. In other fields,
 * such members stay as they are.
 */
export const isFieldReplacedWhole = (kind: ApplyEntryKind, field: string): boolean =>
  RULES.has(callerSetFieldOfEntry(kind, field)?.merge)
