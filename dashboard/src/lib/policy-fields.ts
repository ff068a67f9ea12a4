import type { PolicyFieldKind } from '../../../src/contract/policy-sheet/row.ts'
import {
  type PolicyGroup,
  policyGroupNames,
  limitWindows,
  policyGroupRows,
  type ShownPolicyRow,
} from './policy-rows.ts'
import { limitWindowNames, limitWindowInWords } from './words/windows.ts'

/** The kind of a policy's field, which decides how a form enters it and a page shows it. */
export type PolicyFormFieldKind = Exclude<PolicyFieldKind, 'windows'>

export interface PolicyField {
  /** The field's name as in the API, below the policy: `limits.perDay`. Caps are beside the policy, and are named `cap.perDay`. */
  readonly name: string
  readonly label: string
  readonly kind: PolicyFormFieldKind
  readonly hint: string
  /** An example entry of a policy field that is a list. */
  readonly example?: string
  /** The values of a field that is a choice, each with its label. */
  readonly choices?: Readonly<Record<string, string>>
}

export interface PolicyFieldGroup {
  readonly title: string
  readonly about: string
  readonly fields: readonly PolicyField[]
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const limitFields = limitWindowNames.map((window): PolicyField => ({
  name: `limits.${window}`,
  label: capital(limitWindowInWords(window)),
  kind: 'money',
  hint: limitWindows[window].hint,
}))
const capFields = limitWindowNames.map((window): PolicyField => ({
  name: `cap.${window}`,
  label: `Cap ${limitWindowInWords(window)}`,
  kind: 'money',
  hint: window === 'total' ? 'Ever.' : limitWindows[window].hint,
}))

const fieldOf = (name: string, row: ShownPolicyRow): readonly PolicyField[] =>
  row.kind === 'windows'
    ? limitFields
    : [
        {
          name,
          label: row.label,
          kind: row.kind,
          hint: row.hint,
          ...(row.kind === 'list' && { example: row.example }),
          ...(row.kind === 'choice' && { choices: row.choices }),
        },
      ]

const about: Readonly<Record<PolicyGroup, Omit<PolicyFieldGroup, 'fields'>>> = {
  money: { title: 'Money', about: 'Limits of each card. A lower level may override them.' },
  where: {
    title: 'Where',
    about: 'Merchants, categories and countries. An empty list of allowed entries allows nothing.',
  },
  when: { title: 'When', about: 'Hours, pauses, and the life of a card.' },
  people: { title: 'People and intents', about: 'What an agent declares before it buys, and who approves it.' },
}

const hardCaps: PolicyFieldGroup = {
  title: 'Hard caps',
  about: 'Limits over everything beneath this level. The caps of all levels apply, and no lower level can loosen them.',
  fields: capFields,
}

/** The fields of a policy in groups, in the order of the form. The hard caps follow the group with the limits. */
export const policyGroups: readonly PolicyFieldGroup[] = policyGroupNames.flatMap((group) => {
  const fields = policyGroupRows(group).flatMap(([name, row]) => fieldOf(name, row))
  return [{ ...about[group], fields }, ...(group === 'money' ? [hardCaps] : [])]
})

export const policyFields: readonly PolicyField[] = policyGroups.flatMap(({ fields }) => fields)
const byName = new Map(policyFields.map((one) => [one.name, one]))
export const policyFieldNamed = (name: string): PolicyField | undefined => byName.get(name)

/** A field's label within a sentence: `limit per day`, `cap per day`, `pause between purchases`. */
export function fieldLabelInSentence({ name, label }: PolicyField): string {
  const words = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return name.startsWith('limits.') ? `limit ${words}` : words
}

/** The path of a field in a customer, agent or card: `cap.perDay` is in its `limits`, `limits.perDay` in the limits of its policy. */
export const policyFieldPath = (name: string): readonly string[] =>
  name.startsWith('cap.') ? ['limits', name.slice(4)] : ['policy', ...name.split('.')]

/** The field at a path of the API or of the audit trail: `policy.limits.perDay`, `limits.perDay`, `policy.allowedMccs[2]`. */
export function policyFieldAtPath(path: string): PolicyField | undefined {
  const plain = path.replaceAll(/\[\d+\]/g, '')
  const name = plain.startsWith('policy.') ? plain.slice('policy.'.length) : plain.replace(/^limits\./, 'cap.')
  return byName.get(name) ?? byName.get(name.replace(/\.[^.]*$/, ''))
}

export interface PolicyAndCaps {
  readonly policy: Readonly<Record<string, unknown>>
  readonly limits: Readonly<Record<string, unknown>>
}

/** The rules as a flat record by field name: `cap.perDay` for a hard cap, `limits.perDay` for a limit of the policy. */
export function flattenPolicy({ policy, limits }: PolicyAndCaps): Record<string, unknown> {
  const { limits: own = {}, ...others } = policy
  const prefixed = (prefix: string, of: object) => Object.entries(of).map(([key, value]) => [`${prefix}.${key}`, value])
  return Object.fromEntries([
    ...Object.entries(others),
    ...prefixed('limits', own as object),
    ...prefixed('cap', limits),
  ])
}

export const policyAndCapsOf = (record: { policy: object; limits?: object }): PolicyAndCaps => ({
  policy: record.policy as PolicyAndCaps['policy'],
  limits: (record.limits ?? {}) as PolicyAndCaps['limits'],
})
