import {
  policyFieldGroups,
  policySheet,
  policyRowNamed as wholeRow,
} from '../../../src/contract/policy-sheet/policy-sheet.ts'
import type { PolicySheetRow } from '../../../src/contract/policy-sheet/row.ts'

/** The members of the policy sheet's rows that the dashboard does not read, so that its scripts leave them out. */
export type UnreadPolicySheetMember = 'description' | 'looser' | 'agents' | 'needs' | 'nothing' | 'request' | 'flag'

type Shown<R> = R extends PolicySheetRow ? Omit<R, UnreadPolicySheetMember> : never
export type ShownPolicyRow = Shown<PolicySheetRow>
export type PolicyGroup = keyof typeof policyFieldGroups

/** The fields of a group of the policy sheet with their rows, in the order in which forms show them. */
export const policyGroupRows = (group: PolicyGroup): [name: string, row: ShownPolicyRow][] =>
  Object.entries(policyFieldGroups[group])

export const policyGroupNames = Object.keys(policyFieldGroups) as PolicyGroup[]

/** The hint of each window of a policy's `limits`. */
export const limitWindows: Readonly<Record<keyof typeof policySheet.limits.windows, { readonly hint: string }>> =
  policySheet.limits.windows

/** The policy sheet's row of a field, or of a window such as `limits.perDay`. Undefined: a policy has no such field. */
export const policyRowOfField = (name: string): ShownPolicyRow | undefined => wholeRow(name)
