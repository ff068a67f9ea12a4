import type { Policy } from '../policy.ts'
import { type PolicyField, policyFields, policySheet } from './policy-sheet.ts'

/** The fields that have a value where no level sets them. */
export type DefaultedField = {
  [F in PolicyField]: (typeof policySheet)[F]['default'] extends null ? never : F
}[PolicyField]

/** The rows, each with a default that its field can have. */
const rows: { readonly [F in PolicyField]: { readonly default: Required<Policy>[F] | null } } = policySheet

/** The values of fields that no level sets (specification, Policy object; contract, section 5). */
export const policyDefaults = Object.fromEntries(
  policyFields.flatMap((field) => (rows[field].default === null ? [] : [[field, rows[field].default]])),
) as Required<Pick<Policy, DefaultedField>>
