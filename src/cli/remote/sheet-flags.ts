import type { FieldFlags } from '../../contract/sheets/row.ts'
import { type FlagField, type FlagFields, listFlag, objectFlag, textFlag } from './fields.ts'
import { policyFlags } from './policy-flags.ts'
import type { ShellSheet } from './shell-sheet.ts'

const makers: Readonly<Record<FieldFlags['kind'], (path: string, value: string, description: string) => FlagField>> = {
  text: textFlag,
  list: listFlag,
  object: objectFlag,
  policy: objectFlag,
}

/** The flags with which a command creates a resource. */
export const creationFlags = ({ fields }: ShellSheet): FlagFields => flagsOf(fields)

/** The flags with which a command changes a resource. */
export const changeFlags = ({ fields }: ShellSheet): FlagFields =>
  flagsOf(fields.filter(({ update }) => update !== 'never'))

function flagsOf(fields: ShellSheet['fields']): FlagFields {
  const given = fields
    .flatMap(({ field, flags }) => (flags === null ? [] : [{ field, flags }]))
    .toSorted((one, other) => one.flags.at - other.flags.at)
  return Object.assign({}, ...given.map(({ field, flags }) => ofField(field, flags))) as FlagFields
}

const ofField = (field: string, { kind, of }: FieldFlags): FlagFields => ({
  ...(kind === 'policy' ? policyFlags : {}),
  ...Object.fromEntries(
    of.map(({ name, member, value, description }) => [
      name,
      makers[kind](member === null ? field : `${field}.${member}`, value, description),
    ]),
  ),
})
