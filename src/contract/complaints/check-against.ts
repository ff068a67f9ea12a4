import type { TSchema } from 'typebox'
import { schemaValidatorOf } from './validator-of.ts'
import { validationError } from './complaint.ts'

/** Makes a function that checks values against a schema. It throws the `invalid_request` that names the wrong field. */
export function schemaChecker(schema: TSchema): (value: unknown) => void {
  return (value) => {
    const validator = schemaValidatorOf(schema)
    if (!validator.Check(value)) throw validationError(schema, value, validator.Errors(value))
  }
}
