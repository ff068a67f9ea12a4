import type { FieldFlags } from '../../contract/sheets/row.ts'
import { type RequestFlag, type RequestFlags, listRequestFlag, objectRequestFlag, textRequestFlag } from './fields.ts'
import { policyFlags } from './policy-flags.ts'
import type { ShellResourceSheet } from './shell-sheet.ts'

const makers: Readonly<Record<FieldFlags['kind'], (path: string, value: string, description: string) => RequestFlag>> =
  {
    text: textRequestFlag,
    list: listRequestFlag,
    object: objectRequestFlag,
    policy: objectRequestFlag,
  }

/** The flags with which a command creates a resource. */
export const resourceCreationFlags = ({ fields }: ShellResourceSheet): RequestFlags => flagsOf(fields)

/** The flags with which a command changes a resource. */
export const resourceChangeFlags = ({ fields }: ShellResourceSheet): RequestFlags =>
  flagsOf(fields.filter(({ update }) => update !== 'never'))

function flagsOf(fields: ShellResourceSheet['fields']): RequestFlags {
  const given = fields
    .flatMap(({ field, flags }) => (flags === null ? [] : [{ field, flags }]))
    .toSorted((one, other) => one.flags.at - other.flags.at)
  return Object.assign({}, ...given.map(({ field, flags }) => ofField(field, flags))) as RequestFlags
}

const ofField = (field: string, { kind, of }: FieldFlags): RequestFlags => ({
  ...(kind === 'policy' ? policyFlags : {}),
  ...Object.fromEntries(
    of.map(({ name, member, value, description }) => [
      name,
      makers[kind](member === null ? field : `${field}.${member}`, value, description),
    ]),
  ),
})
