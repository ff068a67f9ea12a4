import { fieldNamed, flattenRules, inSentence, rulesOf } from '../../lib/policy-fields.ts'
import { formatValue } from '../../lib/policy-values.ts'

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
export function changeHeadline({ wanted, level, currency }: RequestedChange): string {
  const { allow = {}, status, policy = {}, limits = {} } = wanted
  const unfreezes = level === 'card' ? 'unfreeze the card' : 'let the agent go on'
  const line = [
    ...Object.entries(flattenRules(rulesOf({ policy, limits }))).map(([name, value]) =>
      fieldWords(name, value, currency),
    ),
    ...(status === undefined ? [] : [unfreezes]),
    ...Object.values(allow).map((value) => `allow ${value}`),
  ].join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function fieldWords(name: string, value: unknown, currency: string | undefined): string {
  const field = fieldNamed(name)
  if (field === undefined) return `${name} ${JSON.stringify(value)}`
  return value === null ? `no ${inSentence(field)}` : `${inSentence(field)} ${formatValue(field.kind, value, currency)}`
}
