import { policyFields, policyRowOf, type PolicyField } from '../../contract/policy-sheet/policy-sheet.ts'
import type { Policy } from '../../contract/policy.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about fields that permit nothing, or that have no effect without another field. */
export const unusedFieldWarnings = (policy: Policy): PolicyWarning[] => [
  ...permittingNothing(policy),
  ...policyFields.flatMap((field) => withoutEffect(policy, field)),
]

/** The warnings about values that permit nothing. Fields with one message share its warning. */
function permittingNothing(policy: Policy): PolicyWarning[] {
  const messages = Map.groupBy(policyFields, (field) => policyRowOf(field).nothing?.message)
  return [...messages].flatMap(([message, fields]) => {
    const { nothing } = policyRowOf(fields[0] as PolicyField)
    if (message === undefined || nothing === null || !fields.some((field) => isNothing(policy[field]))) return []
    return [{ code: nothing.code, message, fields }]
  })
}

const isNothing = (value: Policy[PolicyField]): boolean =>
  value === 0 || (Array.isArray(value) && value.length === 0) || isWithoutDay(value)

const isWithoutDay = (value: Policy[PolicyField]): boolean =>
  typeof value === 'object' && 'days' in value && value.days.length === 0

function withoutEffect(policy: Policy, field: PolicyField): PolicyWarning[] {
  const { needs } = policyRowOf(field)
  if (needs === null || !isSwitched(policy, field) || needs.fields.some((need) => isSwitched(policy, need))) return []
  const off = needs.fields.map((need) => `\`${need}\` is ${said(policyRowOf(need).default)}`).join(' and ')
  const message = `\`${field}\` does nothing where ${off}: ${needs.because}.`
  return [{ code: needs.code, message, fields: [field, ...needs.fields] }]
}

/** Whether a policy sets a field to another value than the field's default. */
const isSwitched = (policy: Policy, field: PolicyField): boolean =>
  policy[field] !== undefined && policy[field] !== policyRowOf(field).default

const said = (value: unknown): string => (typeof value === 'string' ? `\`${value}\`` : String(value))
