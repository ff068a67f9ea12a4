import {
  type PolicyFieldGroup,
  policyGroups,
  type PolicyField,
  policyRowOf,
} from '../../contract/policy-sheet/policy-sheet.ts'
import type { PolicyFieldKind, PolicySheetRow } from '../../contract/policy-sheet/row.ts'
import {
  centsRequestFlag,
  countRequestFlag,
  type RequestFlag,
  type RequestFlags,
  listRequestFlag,
  objectRequestFlag,
  textRequestFlag,
  booleanRequestFlag,
} from './fields.ts'

type Flag = NonNullable<PolicySheetRow['flag']>
type MakeField = (path: string, flag: Flag) => RequestFlag

const counted: MakeField = (path, { value = '60', description }) => countRequestFlag(path, value, description)

const makers: Readonly<Record<Exclude<PolicyFieldKind, 'windows'>, MakeField>> = {
  money: (path, { description }) => centsRequestFlag(path, description),
  minutes: counted,
  days: counted,
  count: counted,
  percent: counted,
  'yes-no': (path, { description }) => booleanRequestFlag(path, description),
  choice: (path, { value = 'CHOICE', description }) => textRequestFlag(path, value, description),
  list: (path, { value = 'ENTRY,...', description }) => listRequestFlag(path, value, description),
  hours: (path, { value = 'JSON', description }) => objectRequestFlag(path, value, description),
}

/** The positions of the groups of policy fields in the list of flags. */
const positions: Readonly<Record<PolicyFieldGroup, number>> = { money: 1, people: 2, where: 3, when: 4 }

const inOrder = (Object.keys(policyGroups) as PolicyFieldGroup[])
  .toSorted((one, other) => positions[one] - positions[other])
  .flatMap((group) => Object.keys(policyGroups[group]) as PolicyField[])

const flagName = (field: string): string => field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

function flagsOf(field: PolicyField): [string, RequestFlag][] {
  const row = policyRowOf(field)
  if (row.kind === 'windows')
    return Object.entries(row.windows).map(([window, { flag }]) => [
      flagName(window),
      centsRequestFlag(`policy.${field}.${window}`, flag),
    ])
  return row.flag === null ? [] : [[flagName(field), makers[row.kind](`policy.${field}`, row.flag)]]
}

/** A flag for each field of a policy that has one. */
export const policyFlags: RequestFlags = Object.fromEntries(inOrder.flatMap(flagsOf))
