import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { complaint } from '../contract/complaints/complaint.ts'

/**
 * A schema in the form that the MCP SDK wants. It lists the fields, and accepts every value, because the SDK's own errors do not say
 * which field is wrong. Inputs are checked by `inputCheck`, and outputs by the tests.
 */
export function listed<S extends TObject>(schema: S): StandardSchemaWithJSON<Static<S>> {
  const json = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'purser',
      validate: (value) => ({ value: value as Static<S> }),
      jsonSchema: { input: () => json, output: () => json },
    },
  }
}

/** Makes a check of a tool's inputs, compiled at its first use. The check throws the error that the API would answer. */
export function inputCheck(schema: TObject): (value: unknown) => void {
  let validator: ReturnType<typeof Compile> | null = null
  return (value) => {
    validator ??= Compile(schema)
    if (!validator.Check(value)) throw complaint(schema, value, validator.Errors(value))
  }
}
