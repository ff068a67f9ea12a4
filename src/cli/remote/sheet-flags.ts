import { type CallersField, callersFields, type FieldFlags, type Sheet } from '../../contract/sheets/row.ts'
import { type FlagField, type FlagFields, listFlag, objectFlag, textFlag } from './fields.ts'
import { policyFlags } from './policy-flags.ts'

const makers: Readonly<Record<FieldFlags['kind'], (path: string, value: string, description: string) => FlagField>> = {
  text: textFlag,
  list: listFlag,
  object: objectFlag,
  policy: objectFlag,
}

/** The flags with which a command creates a resource. */
export const creationFlags = (sheet: Sheet): FlagFields => flagsOf(sheet, () => true)

/** The flags with which a command changes a resource. */
export const changeFlags = (sheet: Sheet): FlagFields => flagsOf(sheet, ({ update }) => update !== 'never')

function flagsOf(sheet: Sheet, isGiven: (set: CallersField) => boolean): FlagFields {
  const given = callersFields(sheet)
    .flatMap(([field, set]) => (set.flags !== null && isGiven(set) ? [{ field, flags: set.flags }] : []))
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
