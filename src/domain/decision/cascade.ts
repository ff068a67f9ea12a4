import { policyLevels, type Limits, type Policy, type ReasonLevel } from '../../contract/policy.ts'
import { type DefaultedPolicyField, policyDefaults } from '../../contract/policy-sheet/defaults.ts'

/** The levels whose policies combine. A level that is null sets no field. */
export interface CascadeLevels {
  readonly customer: PolicyHolder
  readonly agent: PolicyHolder | null
  readonly card: PolicyHolder | null
}

interface PolicyHolder {
  readonly policy: Policy
}

/**
 * The result of the cascade: the combined policy, and for each field the level that supplied it. Nested fields have
 * dotted keys in `sources`.
 */
export interface EffectivePolicy {
  readonly policy: Policy & Required<Pick<Policy, DefaultedPolicyField>>
  readonly sources: Readonly<Record<string, ReasonLevel>>
}

/**
 * Combines customer, agent and card policy field by field: the most specific level that sets a field supplies it, and may allow more than
 * the levels above it. The members of `limits` are fields of their own, with dotted keys in `sources`; `activeHours` is one field.
 */
export function effectivePolicy(levels: CascadeLevels): EffectivePolicy {
  const fields: Record<string, unknown> = { ...policyDefaults }
  const limits: Record<string, unknown> = {}
  const sources: Record<string, ReasonLevel> = {}
  for (const field of Object.keys(policyDefaults)) sources[field] = 'default'

  for (const level of policyLevels) {
    const { limits: own = {}, ...others } = levels[level]?.policy ?? {}
    for (const field of overlay(fields, others)) sources[field] = level
    for (const window of overlay(limits, own)) sources[`limits.${window}`] = level
  }
  const policy = (Object.keys(limits).length === 0 ? fields : { ...fields, limits }) as EffectivePolicy['policy']
  return { policy, sources }
}

/** Copies the policy fields that `above` sets over those of `below`, which is changed in place. Returns the names of the copied fields. */
function overlay(below: Record<string, unknown>, above: Policy | Limits): string[] {
  const set = Object.entries(above).filter(([, value]) => value !== undefined)
  for (const [field, value] of set) below[field] = value
  return set.map(([field]) => field)
}
