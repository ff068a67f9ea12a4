import { Type, type Static, type TObject, type TSchema, type TUnsafe } from 'typebox'

/**
 * The schema of a PATCH body by RFC 7396: an absent field stays as it is, `null` unsets a field, and an array replaces the whole array.
 * Fields that `fixed` names cannot be `null`.
 */
export function mergePatchSchema<T extends TObject, Fixed extends string = never>(
  schema: T,
  fixed: readonly Fixed[] = [],
): TUnsafe<TopLevelPatch<Static<T>, Fixed>> {
  const isFixed = (name: string) => (fixed as readonly string[]).includes(name)
  const properties: Record<string, TSchema> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = isPlainObject(property) ? mergePatchSchema(property) : bare(property)
    properties[name] = Type.Optional(isFixed(name) ? value : Type.Union([value, Type.Null()]))
  }
  const title = (schema as { title?: string }).title
  return Type.Object(properties, {
    additionalProperties: false,
    ...(title ? { title: `${title}Patch` } : {}),
  }) as unknown as TUnsafe<TopLevelPatch<Static<T>, Fixed>>
}

/** The type of a `mergePatch` schema: every field is optional and, unless fixed, nullable. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: MergePatch<T[K]> | null }
    : T
type TopLevelPatch<T, Fixed extends string> = {
  [K in keyof T]?: K extends Fixed ? MergePatch<T[K]> : MergePatch<T[K]> | null
}

const isPlainObject = (schema: TSchema): schema is TObject => 'properties' in schema

/** A copy of a field's schema without TypeBox's optional mark. */
function bare(schema: TSchema): TSchema {
  const copy = Object.create(
    Object.getPrototypeOf(schema) as object,
    Object.getOwnPropertyDescriptors(schema),
  ) as TSchema
  delete (copy as Record<string, unknown>)['~optional']
  return copy
}
