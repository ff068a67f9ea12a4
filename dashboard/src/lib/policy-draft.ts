import { flattenPolicy, policyFieldPath, policyFields, type PolicyAndCaps } from './policy-fields.ts'

type Tree = { [key: string]: unknown }

/** A field that a policy's draft changes, before and after. Undefined: not set. */
export interface PolicyDraftChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** The policy and caps with one field set. Undefined as the value unsets the field. */
export function withPolicyField({ policy, limits }: PolicyAndCaps, name: string, value: unknown): PolicyAndCaps {
  if (name.startsWith('cap.')) return { policy, limits: put(limits, name.slice('cap.'.length), value) }
  if (!name.startsWith('limits.')) return { policy: put(policy, name, value), limits }
  const own = put((policy['limits'] ?? {}) as Tree, name.slice('limits.'.length), value)
  return { policy: put(policy, 'limits', Object.keys(own).length === 0 ? undefined : own), limits }
}

const put = (tree: Readonly<Tree>, key: string, value: unknown): Tree => {
  const { [key]: _, ...others } = tree
  return value === undefined ? others : { ...tree, [key]: value }
}

/** The fields that differ between two sets of rules, in the order of the form. Fields that the form does not know come last. */
export function policyChangesBetween(before: PolicyAndCaps, after: PolicyAndCaps): PolicyDraftChange[] {
  const [old, fresh] = [flattenPolicy(before), flattenPolicy(after)]
  const known = policyFields.map(({ name }) => name)
  const names = new Set([...known, ...Object.keys(old), ...Object.keys(fresh)])
  return [...names]
    .filter((name) => !isSame(old[name], fresh[name]))
    .map((name) => ({ name, before: old[name], after: fresh[name] }))
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? ''

/** The body of a PATCH request that makes these changes of a policy: a merge patch (RFC 7396), in which null unsets. */
export function mergePatch(changes: readonly PolicyDraftChange[]): { policy?: object; limits?: object } {
  const patch: Tree = {}
  for (const { name, after } of changes) {
    let at = patch
    const path = policyFieldPath(name)
    for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as Tree
    at[path.at(-1) ?? ''] = after ?? null
  }
  return patch
}

/** The body of a PATCH request that replaces the shadow policy by `policy`: fields that only the old shadow policy has are unset. */
export function shadowPolicyPatch(
  shadow: PolicyAndCaps['policy'] | undefined,
  policy: PolicyAndCaps['policy'],
): { shadowPolicy: object } {
  const changes = policyChangesBetween({ policy: shadow ?? {}, limits: {} }, { policy, limits: {} })
  return { shadowPolicy: mergePatch(changes).policy ?? {} }
}

export const inversePolicyDraftChanges = (changes: readonly PolicyDraftChange[]): PolicyDraftChange[] =>
  changes.map(({ name, before, after }) => ({ name, before: after, after: before }))

export const policyAsJson = (rules: PolicyAndCaps): string => JSON.stringify(rules, null, 2)

/** Reads a policy and caps from a JSON text. A string: the error in the text. */
export function readJson(text: string): PolicyAndCaps | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`
  }
  if (!isObject(value)) return 'It is an object with `policy` and `limits`.'
  const { policy = {}, limits = {}, ...others } = value
  const [unknownMember] = Object.keys(others)
  if (unknownMember !== undefined)
    return `\`${unknownMember}\` is not known here: it is an object with \`policy\` and \`limits\`.`
  if (!isObject(policy)) return '`policy` is an object.'
  if (!isObject(limits)) return '`limits` is an object.'
  if (policy['limits'] !== undefined && !isObject(policy['limits'])) return '`policy.limits` is an object.'
  return { policy, limits }
}

const isObject = (value: unknown): value is Tree => value !== null && typeof value === 'object' && !Array.isArray(value)
