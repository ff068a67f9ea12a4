import { policyRowNamed } from '../../../contract/policy-sheet/policy-sheet.ts'
import type { PolicyListEntryKind } from '../../../contract/policy-sheet/row.ts'
import { originPatternOf } from '../../../lib/network/origins.ts'
import type { CallerSetField } from '../../../contract/sheets/row.ts'
import { callerSetFieldOfEntry } from './callers-field.ts'
import type { ApplyEntryFields, ApplyEntryKind } from './entry.ts'

/**
 * The fields of a `purser apply` entry in the form in which the API answers them, so that they can be compared: countries and currencies in
 * upper case, origins and URLs as they are parsed.
 */
export function applyEntryFieldsAsAnswered(kind: ApplyEntryKind, fields: ApplyEntryFields): ApplyEntryFields {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, answered(kind, field, value)]))
}

function answered(kind: ApplyEntryKind, field: string, value: unknown): unknown {
  const set = callerSetFieldOfEntry(kind, field)
  if (set === undefined) return value
  const { merge } = set
  if (value === null) return merge === 'policy' || merge === 'caps' ? {} : null
  if (merge === 'policy' || merge === 'shadow') return isObject(value) ? storedPolicy(value) : value
  return typeof value === 'string' ? forms[set.answered](value) : value
}

/** Converts a text that a request's body has into the form that the API's answers have. */
const forms: Readonly<Record<CallerSetField['answered'], (text: string) => string>> = {
  'as-sent': (text) => text,
  'upper-case': (text) => text.toUpperCase(),
  'parsed-url': (text) => (URL.canParse(text) ? new URL(text).href : text),
}

/** The form in which the API stores the entries of some lists, where it differs from the form that was sent. */
const storedForms: Partial<Record<PolicyListEntryKind, (entry: string) => string>> = {
  country: (entry) => entry.toUpperCase(),
  origin: (entry) => originPatternOf(entry) ?? entry,
}

const storedPolicy = (policy: ApplyEntryFields): ApplyEntryFields =>
  Object.fromEntries(
    Object.entries(policy).map(([field, value]) => {
      const row = policyRowNamed(field)
      const formOf = row?.kind === 'list' ? storedForms[row.of] : undefined
      return [field, formOf !== undefined && Array.isArray(value) ? (value as string[]).map(formOf) : value]
    }),
  )

const isObject = (value: unknown): value is ApplyEntryFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
