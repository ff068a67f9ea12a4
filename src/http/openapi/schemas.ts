import { isDeepStrictEqual } from 'node:util'
import { assert } from '../../lib/assert.ts'

/** A JSON Schema of the API document. */
export type JsonSchema = { readonly [keyword: string]: unknown }

const HOLDS_ONE = new Set(['items', 'additionalProperties'])
const HOLDS_LIST = new Set(['anyOf', 'oneOf', 'allOf'])

/** Moves every schema with a title to the document's components, once, and leaves a reference in its place. */
export class OpenApiSchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>()
  /**
   * The schema object that was added last under each title. Most schemas are used many times: if the same object comes again, no comparison
   * is needed.
   */
  readonly #sources = new Map<string, object>()

  /**
   * Returns the form of a schema in the API document. A schema with a title is added to the components, and becomes a reference; any other
   * stays as it is. `title` names a schema that has no title of its own.
   */
  use(schema: object, title?: string): JsonSchema {
    const { title: own = title, ...rest } = plain(schema)
    if (typeof own !== 'string') return this.#inner(rest)
    if (this.#sources.get(own) !== schema) this.#add(own, schema, this.#inner(rest))
    return { $ref: `#/components/schemas/${own}` }
  }

  #add(title: string, source: object, schema: JsonSchema): void {
    const known = this.#schemas.get(title)
    assert(known === undefined || isDeepStrictEqual(known, schema), `one schema is named ${title}`)
    this.#schemas.set(title, schema)
    this.#sources.set(title, source)
  }

  /** All schemas of the API document, sorted by name: the document does not depend on the order in which it is made. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #inner(schema: JsonSchema): JsonSchema {
    const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      if (keyword === 'properties') return [keyword, this.#properties(value as Record<string, object>)]
      if (HOLDS_ONE.has(keyword) && typeof value === 'object') return [keyword, this.use(value as object)]
      if (HOLDS_LIST.has(keyword)) return [keyword, (value as object[]).map((one) => this.use(one))]
      return [keyword, value]
    })
    return Object.fromEntries(entries)
  }

  #properties(properties: Record<string, object>): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.use(schema)]))
  }
}

/** The schema without keywords that only the validator needs, and with the `type` that generators of clients look for. */
function plain(schema: object): JsonSchema {
  const { patternProperties, ...rest } = schema as JsonSchema
  if (patternProperties !== undefined) {
    const [values] = Object.values(patternProperties as Record<string, object>)
    return { ...rest, additionalProperties: Object.keys(values ?? {}).length === 0 ? true : values }
  }
  const typed =
    Array.isArray(rest['enum']) && rest['type'] === undefined ? { type: typeOf(rest['enum']), ...rest } : rest
  return { ...typed, ...unsaid(typed) }
}

/** The JSON type of an enum's values, which are all texts or all numbers. */
const typeOf = (values: readonly unknown[]): string => (values.every(Number.isInteger) ? 'integer' : 'string')

/** The keyword that the API document adds to a text (`pattern`) or an integer (`format`) whose schema has no such restriction. */
function unsaid(schema: JsonSchema): JsonSchema {
  const isSaid = (...keywords: string[]) => keywords.some((keyword) => schema[keyword] !== undefined)
  if (schema['type'] === 'string')
    return isSaid('pattern', 'format', 'enum', 'const') ? {} : { pattern: FREE_TEXT_PATTERN }
  if (schema['type'] === 'integer') return isSaid('format') ? {} : { format: widthOf(schema) }
  return {}
}

/** The pattern of a text without other rules. It has no NUL: `http/body/json-body.ts` refuses it, and PostgreSQL cannot store it. */
export const FREE_TEXT_PATTERN = '^[^\\u0000]*$'
const widthOf = ({ maximum }: JsonSchema): string => (Number(maximum) < 2 ** 31 ? 'int32' : 'int64')
