import type { ChangeRequest } from '@purser/client'
import { fieldNamed, flatten, inSentence } from '../../lib/policy-fields.ts'
import { formatValue } from '../../lib/policy-values.ts'

/** In one line: `Allow Hilton, limit per purchase $600.00`. */
export function changeHeadline({ wanted, level }: Pick<ChangeRequest, 'wanted' | 'level'>): string {
  const { allow = {}, status, policy = {}, limits = {} } = wanted
  const unfreezes = level === 'card' ? 'unfreeze the card' : 'let the agent go on'
  const line = [
    ...Object.values(allow).map((value) => `allow ${value}`),
    ...(status === undefined ? [] : [unfreezes]),
    ...Object.entries(flatten({ policy, limits })).map(([name, value]) => fieldWords(name, value)),
  ].join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function fieldWords(name: string, value: unknown): string {
  const field = fieldNamed(name)
  if (field === undefined) return `${name} ${JSON.stringify(value)}`
  return value === null ? `no ${inSentence(field)}` : `${inSentence(field)} ${formatValue(field.kind, value)}`
}
