import { moneyPolicyFields } from './money.ts'
import { peoplePolicyFields } from './people.ts'
import type { PolicySheetRow } from './row.ts'
import { timePolicyFields } from './time.ts'
import { merchantPolicyFields } from './merchant.ts'

/** The policy fields by the groups of the forms for policies. Groups and fields are in the order in which forms show them. */
export const policyFieldGroups = {
  money: moneyPolicyFields,
  where: merchantPolicyFields,
  when: timePolicyFields,
  people: peoplePolicyFields,
} as const
export type PolicyFieldGroup = keyof typeof policyFieldGroups

/**
 * The fields of a policy. The schema and every other list of these fields read the policy sheet, so a field is added here, and a row that
 * lacks a part does not compile.
 */
export const policySheet = {
  ...moneyPolicyFields,
  ...merchantPolicyFields,
  ...timePolicyFields,
  ...peoplePolicyFields,
} as const
export type PolicyField = keyof typeof policySheet

/** The row of a policy field, in one type for all rows. Types that follow from the literal values of a row read `policySheet` instead. */
export const policyRowOf = (field: PolicyField): PolicySheetRow => policySheet[field]

/** The names of the policy fields, in the order of the API document. */
export const policyFields = (Object.keys(policySheet) as PolicyField[]).toSorted(
  (one, other) => policyRowOf(one).number - policyRowOf(other).number,
)

const isPolicyField = (name: string): name is PolicyField => Object.hasOwn(policySheet, name)

/** The row of a policy field, or of a window of `limits` such as `limits.perDay`. Undefined: a policy has no such field. */
export function policyRowNamed(name: string): PolicySheetRow | undefined {
  const field = name.replace(/^limits\..*$/, 'limits')
  return isPolicyField(field) ? policySheet[field] : undefined
}
