import type { ChangeRequest } from '@purser/client'
import { valueWords } from '../../lib/change-words.ts'

/** In one line: `Allow Hilton, limits.perAuth $600.00`. */
export function changeHeadline({ wanted, level }: ChangeRequest): string {
  const { allow = {}, status, policy = {}, limits = {} } = wanted
  const unfreezes = level === 'card' ? 'Unfreeze the card' : 'Let the agent go on'
  return [
    ...Object.values(allow).map((value) => `Allow ${value}`),
    ...(status === undefined ? [] : [unfreezes]),
    ...fieldsOf(policy, ''),
    ...fieldsOf(limits, 'limits.'),
  ].join(', ')
}

function fieldsOf(fields: object, path: string): string[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (value === null) return [`no ${path}${name}`]
    if (typeof value === 'object' && !Array.isArray(value)) return fieldsOf(value, `${path}${name}.`)
    return [`${path}${name} ${valueWords(`${path}${name}`, value)}`]
  })
}
