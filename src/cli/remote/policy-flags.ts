import {
  type PolicyFieldGroup,
  policyGroups,
  type PolicyField,
  policyRowOf,
} from '../../contract/policy-sheet/policy-sheet.ts'
import type { PolicyFieldKind, PolicySheetRow } from '../../contract/policy-sheet/row.ts'
import {
  centsFlag,
  countFlag,
  type FlagField,
  type FlagFields,
  listFlag,
  objectFlag,
  textFlag,
  booleanFlag,
} from './fields.ts'

type Flag = NonNullable<PolicySheetRow['flag']>
type MakeField = (path: string, flag: Flag) => FlagField

const counted: MakeField = (path, { value = '60', description }) => countFlag(path, value, description)

const makers: Readonly<Record<Exclude<PolicyFieldKind, 'windows'>, MakeField>> = {
  money: (path, { description }) => centsFlag(path, description),
  minutes: counted,
  days: counted,
  count: counted,
  percent: counted,
  'yes-no': (path, { description }) => booleanFlag(path, description),
  choice: (path, { value = 'CHOICE', description }) => textFlag(path, value, description),
  list: (path, { value = 'ENTRY,...', description }) => listFlag(path, value, description),
  hours: (path, { value = 'JSON', description }) => objectFlag(path, value, description),
}

/** The positions of the groups of policy fields in the list of flags. */
const positions: Readonly<Record<PolicyFieldGroup, number>> = { money: 1, people: 2, where: 3, when: 4 }

const inOrder = (Object.keys(policyGroups) as PolicyFieldGroup[])
  .toSorted((one, other) => positions[one] - positions[other])
  .flatMap((group) => Object.keys(policyGroups[group]) as PolicyField[])

const flagName = (field: string): string => field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

function flagsOf(field: PolicyField): [string, FlagField][] {
  const row = policyRowOf(field)
  if (row.kind === 'windows')
    return Object.entries(row.windows).map(([window, { flag }]) => [
      flagName(window),
      centsFlag(`policy.${field}.${window}`, flag),
    ])
  return row.flag === null ? [] : [[flagName(field), makers[row.kind](`policy.${field}`, row.flag)]]
}

/** A flag for each field of a policy that has one. */
export const policyFlags: FlagFields = Object.fromEntries(inOrder.flatMap(flagsOf))
