import { policyFieldNamed, flattenPolicy, fieldLabelInSentence, policyAndCapsOf } from '../../lib/policy-fields.ts'
import { formatPolicyValue } from '../../lib/policy-values.ts'

interface RequestedChange {
  readonly currency?: string
  readonly level: 'agent' | 'card'
  readonly wanted: {
    readonly allow?: object
    readonly status?: string
    readonly policy?: object
    readonly limits?: object
  }
}

/**
 * A change request in one line, with limits first, so that a text of the agent cannot push them out of sight: `Limit per purchase $600.00,
 * allow Hilton`.
 */
export function changeRequestHeadline({ wanted, level, currency }: RequestedChange): string {
  const { allow = {}, status, policy = {}, limits = {} } = wanted
  const unfreezes = level === 'card' ? 'unfreeze the card' : 'let the agent go on'
  const line = [
    ...Object.entries(flattenPolicy(policyAndCapsOf({ policy, limits }))).map(([name, value]) =>
      fieldWords(name, value, currency),
    ),
    ...(status === undefined ? [] : [unfreezes]),
    ...Object.values(allow).map((value) => `allow ${value}`),
  ].join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function fieldWords(name: string, value: unknown, currency: string | undefined): string {
  const field = policyFieldNamed(name)
  if (field === undefined) return `${name} ${JSON.stringify(value)}`
  return value === null
    ? `no ${fieldLabelInSentence(field)}`
    : `${fieldLabelInSentence(field)} ${formatPolicyValue(field.kind, value, currency)}`
}
