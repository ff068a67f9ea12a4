import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'

/**
 * A schema in the form that the MCP SDK wants. It lists the fields, and accepts every value, because the SDK's own errors do not say
 * which field is wrong. Inputs are checked by `inputReader`, and outputs by the tests.
 */
export const uncheckedToolSchema = <S extends TObject>(schema: S): StandardSchemaWithJSON<Static<S>> =>
  withoutCheck(bare(JSON.parse(JSON.stringify(schema))) as Json)

/**
 * The schema of a tool's output as it is listed: the names and types of all fields. `next` is in every answer and explained in the
 * instructions. A model reads every word of the list, and gets the answers themselves.
 */
export const listedToolOutputSchema = <S extends TObject>(schema: S): StandardSchemaWithJSON<Static<S>> =>
  withoutCheck({ ...(shortened(JSON.parse(JSON.stringify(schema))) as Json), required: ['next'] })

type Json = Record<string, unknown>

/** The bounds of tools' inputs that a model never reaches with a sensible value. They are checked, but not listed. */
const UNLISTED = new Set(['maxLength', 'maxItems', 'minimum'])
const LARGEST_LISTED = 1000

/** An input's schema as it is listed for models, without the bounds that do not help them. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(
    ([name, value]) =>
      !(UNLISTED.has(name) && typeof value === 'number') && !(name === 'maximum' && value > LARGEST_LISTED),
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, bare(value)]))
}

/** Members of many tools' outputs whose fields explain themselves, so that only their type is listed. */
const PLAIN: Readonly<Record<string, object>> = {
  next: { type: 'object' },
  reasons: { type: 'array' },
  alreadyPaid: { type: 'object' },
  similar: { type: 'object' },
  expired: { type: 'object' },
  rejected: { type: 'object' },
  charge: { type: 'object' },
  challenge: { type: 'object' },
  limits: { type: 'array' },
  rules: { type: 'array' },
}

function shortened(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { type, properties, items, anyOf } = schema as Json
  if (Array.isArray(anyOf)) return { type: (anyOf as Json[]).map((each) => each['type']) }
  return {
    type: type ?? 'string',
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties as Json).map(([name, property]) => [name, PLAIN[name] ?? shortened(property)]),
          ),
        }),
    ...(items === undefined ? {} : { items: shortened(items) }),
  }
}

function withoutCheck<T>(json: Json): StandardSchemaWithJSON<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'purser',
      validate: (value) => ({ value: value as T }),
      jsonSchema: { input: () => json, output: () => json },
    },
  }
}
