import { canonicalJson } from '../../lib/canonical-json.ts'
import type { FieldChange } from './record.ts'

/** What the audit trail keeps of a resource: its fields as answers name them. Null and undefined: not set. */
export type AuditedState = Readonly<Record<string, unknown>>

/** Fields by path, those that are set. */
export type Fields = ReadonlyMap<string, unknown>

/** Objects whose members are fields of their own. Their names are the contract's, without dots: a path has one meaning. */
const SPLIT = new Set(['policy', 'limits', 'approval'])

export function fieldsOf(state: AuditedState): Fields {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(state)) {
    const members = SPLIT.has(name) && value !== null ? Object.entries(value as object) : null
    if (members === null) set(fields, name, value)
    else for (const [member, inner] of members) set(fields, `${name}.${member}`, inner)
  }
  return fields
}

/** What has changed from one state to the next. A null state: the resource is not there. */
export function changesBetween(before: AuditedState | null, after: AuditedState | null): FieldChange[] {
  const [old, next] = [fieldsOf(unlike(before, after)), fieldsOf(unlike(after, before))]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: next.get(path) ?? null }
    return isSame(change.before, change.after) ? [] : [change]
  })
}

/** The members that are not the very same in the other state: most changes leave whole policies as they are. */
const unlike = (state: AuditedState | null, other: AuditedState | null): AuditedState =>
  Object.fromEntries(Object.entries(state ?? {}).filter(([name, value]) => value !== other?.[name]))

/** The fields after changes. */
export function applied(fields: Fields, changes: readonly FieldChange[]): Fields {
  const next = new Map(fields)
  for (const { path, after } of changes) {
    if (after === null) next.delete(path)
    else next.set(path, after)
  }
  return next
}

/** As JSON values: the order of members means nothing. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || canonicalJson(a) === canonicalJson(b)

function set(fields: Map<string, unknown>, path: string, value: unknown): void {
  if (value !== null && value !== undefined) fields.set(path, value)
}
