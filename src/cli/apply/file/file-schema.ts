import { readFileSync } from 'node:fs'
import { pathInPackage } from '../../../lib/package-root.ts'
import type { ApplyFileJsonSchema } from './check-value.ts'
import type { ApplyEntryFields, ApplyEntryKind } from './entry.ts'

let schema: ApplyFileJsonSchema | undefined

/**
 * The JSON Schema of the files of `purser apply`, which is made from the operations that create and change the objects. It is a part of the
 * package.
 */
export function applyFileSchema(): ApplyFileJsonSchema {
  schema ??= JSON.parse(readFileSync(pathInPackage('purser.schema.json'), 'utf8')) as ApplyFileJsonSchema
  return schema
}

/** Every field that an entry of a file for `purser apply` may have, in the order in which a file shows them. */
export const fieldSchemasOfApplyFileEntry = (kind: ApplyEntryKind): Readonly<Record<string, ApplyFileJsonSchema>> =>
  applyFileSchema().$defs?.[kind]?.properties ?? {}

/** A value with its members in the order of the `purser apply` schema. Members that the schema does not name come last, sorted by name. */
export function fieldsInSchemaOrder(value: unknown, rule: ApplyFileJsonSchema): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { properties = {} } = mappingIn(rule)
  const known = Object.keys(properties)
  const names = Object.keys(value).toSorted()
  const sorted = [...known.filter((name) => names.includes(name)), ...names.filter((name) => !known.includes(name))]
  return Object.fromEntries(
    sorted.map((name) => [name, fieldsInSchemaOrder((value as ApplyEntryFields)[name], properties[name] ?? {})]),
  )
}

/**
 * The schema of a mapping in a file of `purser apply`: the given schema or the one it refers to, or that one of its alternatives which
 * describes a mapping.
 */
function mappingIn(rule: ApplyFileJsonSchema): ApplyFileJsonSchema {
  const of = rule.$ref === undefined ? rule : (applyFileSchema().$defs?.[rule.$ref.slice('#/$defs/'.length)] ?? {})
  return of.anyOf?.map(mappingIn).find(({ properties }) => properties !== undefined) ?? of
}
