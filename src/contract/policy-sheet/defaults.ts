import type { Policy } from '../policy.ts'
import { type PolicyField, policyFields, policySheet } from './policy-sheet.ts'

/** The policy fields that have a default: a value that counts where no level sets the field. */
export type DefaultedPolicyField = {
  [F in PolicyField]: (typeof policySheet)[F]['default'] extends null ? never : F
}[PolicyField]

/** The default of each policy field, with the type of the field's values. Null: the field has no default. */
const rows: { readonly [F in PolicyField]: { readonly default: Required<Policy>[F] | null } } = policySheet

/**
 * The defaults of policy fields: the values that count for fields that no level sets (specification, Policy object; contract, section 5).
 */
export const policyDefaults = Object.fromEntries(
  policyFields.flatMap((field) => (rows[field].default === null ? [] : [[field, rows[field].default]])),
) as Required<Pick<Policy, DefaultedPolicyField>>
