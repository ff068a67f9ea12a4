import { readFileSync } from 'node:fs'
import { pathInPackage } from '../../../lib/package-root.ts'
import type { FileJsonSchema } from './check-value.ts'
import type { EntryFields, EntryKind } from './entry.ts'

let schema: FileJsonSchema | undefined

/**
 * The JSON Schema of the files of `purser apply`, which is made from the operations that create and change the objects. It is a part of the
 * package.
 */
export function fileSchema(): FileJsonSchema {
  schema ??= JSON.parse(readFileSync(pathInPackage('purser.schema.json'), 'utf8')) as FileJsonSchema
  return schema
}

/** Every field that an entry may have, in the order in which a file shows them. */
export const entryFieldSchemas = (kind: EntryKind): Readonly<Record<string, FileJsonSchema>> =>
  fileSchema().$defs?.[kind]?.properties ?? {}

/** A value with its members in the order of the schema. Members that the schema does not name come last, sorted by their names. */
export function inSchemaOrder(value: unknown, rule: FileJsonSchema): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { properties = {} } = mappingIn(rule)
  const known = Object.keys(properties)
  const names = Object.keys(value).toSorted()
  const sorted = [...known.filter((name) => names.includes(name)), ...names.filter((name) => !known.includes(name))]
  return Object.fromEntries(
    sorted.map((name) => [name, inSchemaOrder((value as EntryFields)[name], properties[name] ?? {})]),
  )
}

/** The schema itself, or the one of its alternatives that describes a mapping. */
function mappingIn(rule: FileJsonSchema): FileJsonSchema {
  const of = rule.$ref === undefined ? rule : (fileSchema().$defs?.[rule.$ref.slice('#/$defs/'.length)] ?? {})
  return of.anyOf?.map(mappingIn).find(({ properties }) => properties !== undefined) ?? of
}
