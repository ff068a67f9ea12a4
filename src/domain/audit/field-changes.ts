import { canonicalJson } from '../../lib/canonical-json.ts'
import type { ResourceFieldChange } from './audited-act.ts'

/**
 * The audited fields of a resource, named as in API answers. Null and undefined both mean that the field is not set.
 */
export type AuditedFields = Readonly<Record<string, unknown>>

/** The fields of a resource that are set, by the field's path. */
export type AuditedFieldValues = ReadonlyMap<string, unknown>

/**
 * Fields with objects whose members are audited as separate fields. The member names come from the contract and have no dots, so a path is
 * unambiguous.
 */
const SPLIT = new Set(['policy', 'limits', 'approval'])

export function auditedFieldValues(state: AuditedFields): AuditedFieldValues {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(state)) {
    const members = SPLIT.has(name) && value !== null ? Object.entries(value as object) : null
    if (members === null) set(fields, name, value)
    else for (const [member, inner] of members) set(fields, `${name}.${member}`, inner)
  }
  return fields
}

/** Lists the fields that differ between two states. A state is null if the resource does not exist. */
export function auditedFieldChanges(before: AuditedFields | null, after: AuditedFields | null): ResourceFieldChange[] {
  const [old, next] = [auditedFieldValues(unlike(before, after)), auditedFieldValues(unlike(after, before))]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: next.get(path) ?? null }
    return isSameJson(change.before, change.after) ? [] : [change]
  })
}

/**
 * The members of `state` that are not the same object or value in `other`. Only these are compared in depth. That saves time, because most
 * changes leave whole policies as they are.
 */
const unlike = (state: AuditedFields | null, other: AuditedFields | null): AuditedFields =>
  Object.fromEntries(Object.entries(state ?? {}).filter(([name, value]) => value !== other?.[name]))

/** Returns the audited fields of a resource after the changes are applied. */
export function applyFieldChanges(
  fields: AuditedFieldValues,
  changes: readonly ResourceFieldChange[],
): AuditedFieldValues {
  const next = new Map(fields)
  for (const { path, after } of changes) {
    if (after === null) next.delete(path)
    else next.set(path, after)
  }
  return next
}

/** Whether two values are equal as JSON, whatever the order of their members. */
export const isSameJson = (a: unknown, b: unknown): boolean => a === b || canonicalJson(a) === canonicalJson(b)

function set(fields: Map<string, unknown>, path: string, value: unknown): void {
  if (value !== null && value !== undefined) fields.set(path, value)
}
