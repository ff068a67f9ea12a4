import type { SheetFieldFlags } from '../../contract/sheets/row.ts'
import {
  type RequestFieldFlag,
  type RequestFieldFlags,
  listRequestFlag,
  objectRequestFlag,
  textRequestFlag,
  centsRequestFlag,
  countRequestFlag,
  booleanRequestFlag,
} from './fields.ts'
import type { ShellResourceSheet } from './shell-sheet.ts'
import {
  type PolicyFieldGroup,
  policyFieldGroups,
  type PolicyField,
  policyRowOf,
} from '../../contract/policy-sheet/policy-sheet.ts'
import type { PolicyFieldKind, PolicySheetRow } from '../../contract/policy-sheet/row.ts'

type PolicyFlag = NonNullable<PolicySheetRow['flag']>
type MakePolicyFlag = (path: string, flag: PolicyFlag) => RequestFieldFlag

const counted: MakePolicyFlag = (path, { value = '60', description }) => countRequestFlag(path, value, description)

const policyMakers: Readonly<Record<Exclude<PolicyFieldKind, 'windows'>, MakePolicyFlag>> = {
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

const inOrder = (Object.keys(policyFieldGroups) as PolicyFieldGroup[])
  .toSorted((one, other) => positions[one] - positions[other])
  .flatMap((group) => Object.keys(policyFieldGroups[group]) as PolicyField[])

const flagName = (field: string): string => field.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

function policyFlagsOf(field: PolicyField): [string, RequestFieldFlag][] {
  const row = policyRowOf(field)
  if (row.kind === 'windows')
    return Object.entries(row.windows).map(([window, { flag }]) => [
      flagName(window),
      centsRequestFlag(`policy.${field}.${window}`, flag),
    ])
  return row.flag === null ? [] : [[flagName(field), policyMakers[row.kind](`policy.${field}`, row.flag)]]
}

/** A flag for each field of a policy that has one. */
export const policyFlags: RequestFieldFlags = Object.fromEntries(inOrder.flatMap(policyFlagsOf))

const makers: Readonly<
  Record<SheetFieldFlags['kind'], (path: string, value: string, description: string) => RequestFieldFlag>
> = {
  text: textRequestFlag,
  list: listRequestFlag,
  object: objectRequestFlag,
  policy: objectRequestFlag,
}

/** The flags with which a command creates a resource. */
export const resourceCreationFlags = ({ fields }: ShellResourceSheet): RequestFieldFlags => flagsOf(fields)

/** The flags with which a command changes a resource. */
export const resourceChangeFlags = ({ fields }: ShellResourceSheet): RequestFieldFlags =>
  flagsOf(fields.filter(({ update }) => update !== 'never'))

function flagsOf(fields: ShellResourceSheet['fields']): RequestFieldFlags {
  const given = fields
    .flatMap(({ field, flags }) => (flags === null ? [] : [{ field, flags }]))
    .toSorted((one, other) => one.flags.at - other.flags.at)
  return Object.assign({}, ...given.map(({ field, flags }) => ofField(field, flags))) as RequestFieldFlags
}

const ofField = (field: string, { kind, of }: SheetFieldFlags): RequestFieldFlags => ({
  ...(kind === 'policy' ? policyFlags : {}),
  ...Object.fromEntries(
    of.map(({ name, member, value, description }) => [
      name,
      makers[kind](member === null ? field : `${field}.${member}`, value, description),
    ]),
  ),
})
