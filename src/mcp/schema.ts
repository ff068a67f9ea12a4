import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'

/**
 * A schema in the form that the MCP SDK wants. It lists the fields, and accepts every value, because the SDK's own errors do not say
 * which field is wrong. Inputs are checked by `checkAgainst`, and outputs by the tests.
 */
export const listed = <S extends TObject>(schema: S): StandardSchemaWithJSON<Static<S>> =>
  withoutCheck(JSON.parse(JSON.stringify(schema)) as Json)

/**
 * The schema of a tool's output as it is listed: the names of all fields, and the types of those that are no text. `next` is in every
 * answer and explained in the instructions. A model reads every word of the list, and gets the answers themselves.
 */
export const listedOutput = <S extends TObject>(schema: S): StandardSchemaWithJSON<Static<S>> =>
  withoutCheck({ ...(shortened(JSON.parse(JSON.stringify(schema))) as Json), required: ['next'] })

type Json = Record<string, unknown>

/** Members of many tools' outputs whose fields explain themselves. They are listed by their type alone. */
const PLAIN: Readonly<Record<string, object>> = {
  next: { type: 'object' },
  reasons: { type: 'array' },
  alreadyPaid: { type: 'object' },
  similar: { type: 'object' },
}

function shortened(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { required: _required, description: _description, properties, items, ...rest } = schema as Json
  if (rest['type'] === 'string' || rest['enum'] !== undefined) return {}
  return {
    ...rest,
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
