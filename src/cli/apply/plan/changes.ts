import { isDeepStrictEqual } from 'node:util'
import type { CallerSetField } from '../../../contract/sheets/row.ts'
import { callerSetFieldOfEntry, isFieldReplacedWhole } from '../file/callers-field.ts'
import type { ApplyEntryFields, ApplyEntryKind } from '../file/entry.ts'

/** A field of a resource that `purser apply` is going to change, with its values before and after. Null: the field is not set. */
export interface PlannedFieldChange {
  /** The path of the field that `purser apply` changes, as the API names it: `policy.limits.perDay`. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** The body of a PATCH (RFC 7396), and the changes that it makes. */
export interface ApplyFilePatch {
  readonly body: ApplyEntryFields
  readonly changes: readonly PlannedFieldChange[]
}

/** The PATCH that makes an object what its entry in the file says. Its body is empty where the object is so already. */
export function patchToApplyFileEntry(
  kind: ApplyEntryKind,
  actual: ApplyEntryFields,
  expected: ApplyEntryFields,
): ApplyFilePatch {
  const changes: PlannedFieldChange[] = []
  const body: Record<string, unknown> = {}
  for (const [name, after] of Object.entries(expected)) {
    const merge = callerSetFieldOfEntry(kind, name)?.merge
    const compared = { path: name, before: actual[name], after, merge, isWhole: isFieldReplacedWhole(kind, name) }
    const changed = changedValue(compared, changes)
    if (changed !== undefined) body[name] = changed
  }
  return { body, changes }
}

interface Compared {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
  /** How the API merges the resource's field that the value is in. */
  readonly merge: CallerSetField['merge'] | undefined
  readonly isWhole: boolean
}

/**
 * The member of a PATCH that sets a field to its value in the file. Undefined: the field has this value already. Adds the field's changes
 * to `changes`.
 */
function changedValue({ path, before, after, ...field }: Compared, changes: PlannedFieldChange[]): unknown {
  if (!isObject(after)) {
    if (isSame(field.merge === 'set', before ?? null, after)) return undefined
    changes.push({ path, before: before ?? null, after })
    return after
  }
  const old = isObject(before) ? before : {}
  const names = field.isWhole ? new Set([...Object.keys(old), ...Object.keys(after)]) : Object.keys(after)
  const body: Record<string, unknown> = {}
  for (const name of names) {
    const member = { path: `${path}.${name}`, before: old[name], after: after[name] ?? null, ...field }
    const changed = changedValue(member, changes)
    if (changed !== undefined) body[name] = changed
  }
  if (before === undefined && Object.keys(body).length === 0 && isShadow(path, field)) {
    changes.push({ path, before: null, after }) // an empty shadow policy is one, too
    return after
  }
  return Object.keys(body).length === 0 ? undefined : body
}

const isShadow = (path: string, { merge }: Pick<Compared, 'merge'>): boolean =>
  merge === 'shadow' && !path.includes('.')

/** Whether two values of an object's field are equal. `isSet`: they are lists whose order means nothing. */
const isSame = (isSet: boolean, before: unknown, after: unknown): boolean =>
  isSet && Array.isArray(before) && Array.isArray(after)
    ? isDeepStrictEqual(new Set(before), new Set(after))
    : isDeepStrictEqual(before, after)

/** The body of the request with which `purser apply` creates an object. Fields that are null are left out. */
export function applyCreationBody(fields: ApplyEntryFields): ApplyFilePatch {
  const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return { body, changes: leaves('', body) }
}

function leaves(path: string, value: unknown): PlannedFieldChange[] {
  if (!isObject(value) || (path !== '' && Object.keys(value).length === 0))
    return [{ path, before: null, after: value }]
  return Object.entries(value).flatMap(([name, member]) => leaves(path === '' ? name : `${path}.${name}`, member))
}

const isObject = (value: unknown): value is ApplyEntryFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
