import type { TSchema } from 'typebox'
import { validatorOf } from './validator-of.ts'
import { complaintError } from './complaint.ts'

/** Makes a function that checks values against a schema. It throws the `invalid_request` that names the wrong field. */
export function checkAgainst(schema: TSchema): (value: unknown) => void {
  return (value) => {
    const validator = validatorOf(schema)
    if (!validator.Check(value)) throw complaintError(schema, value, validator.Errors(value))
  }
}
