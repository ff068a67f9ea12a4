import { rowNamed } from '../../../contract/policy-sheet/policy-sheet.ts'
import type { Fact } from '../../../contract/policy-sheet/row.ts'
import { originPatternOf } from '../../../lib/network/origins.ts'
import type { EntryFields, EntryKind } from './entry.ts'

/**
 * The fields of an entry in the form in which the API answers them, so that they can be compared: countries and currencies in upper case,
 * origins and URLs as they are parsed.
 */
export function sentFields(kind: EntryKind, fields: EntryFields): EntryFields {
  const sent: Record<string, unknown> = { ...fields }
  for (const rules of ['policy', 'shadowPolicy'] as const) {
    if (isObject(sent[rules])) sent[rules] = storedPolicy(sent[rules])
  }
  if (sent['policy'] === null) sent['policy'] = {}
  if (sent['limits'] === null) sent['limits'] = {}
  if (typeof sent['currency'] === 'string') sent['currency'] = sent['currency'].toUpperCase()
  if (kind === 'webhooks' && URL.canParse(String(sent['url']))) sent['url'] = new URL(String(sent['url'])).href
  return sent
}

/** The form in which the API stores the entries of some lists, where it differs from the form that was sent. */
const storedForms: Partial<Record<Fact, (entry: string) => string>> = {
  country: (entry) => entry.toUpperCase(),
  origin: (entry) => originPatternOf(entry) ?? entry,
}

const storedPolicy = (policy: EntryFields): EntryFields =>
  Object.fromEntries(
    Object.entries(policy).map(([field, value]) => {
      const row = rowNamed(field)
      const formOf = row?.kind === 'list' ? storedForms[row.of] : undefined
      return [field, formOf !== undefined && Array.isArray(value) ? (value as string[]).map(formOf) : value]
    }),
  )

const isObject = (value: unknown): value is EntryFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
