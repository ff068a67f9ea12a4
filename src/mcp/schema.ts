import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { complaint } from '../contract/complaints/complaint.ts'

/**
 * A schema as the SDK wants it, which passes everything: its own complaints hide which field is wrong. Inputs are checked by
 * `inputCheck`, and what tools answer by the tests.
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

/** Checks an input, compiled when it is first needed. Throws what the API would answer. */
export function inputCheck(schema: TObject): (value: unknown) => void {
  let validator: ReturnType<typeof Compile> | null = null
  return (value) => {
    validator ??= Compile(schema)
    if (!validator.Check(value)) throw complaint(schema, value, validator.Errors(value))
  }
}
