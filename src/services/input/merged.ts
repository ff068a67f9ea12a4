import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { type ApiError, invalidRequestError } from '../../contract/errors.ts'
import { compiledSchemaValidator } from '../../contract/complaints/check-against.ts'
import { applyMergePatch } from './merge-patch.ts'

/**
 * Makes the function that applies a PATCH (RFC 7396) to an object field: `undefined` keeps it, `null` removes it, an object merges into it.
 * A patch may leave out or remove a required member, so the merged value is validated. Throws 400 naming what is missing.
 */
export function mergedPatchField<T extends object>(param: string, schema: TSchema) {
  return (stored: T | null, patch: object | null | undefined): T | null => {
    if (patch === undefined) return stored
    if (patch === null) return null
    const value = applyMergePatch<T>(stored, patch)
    const validator = compiledSchemaValidator(schema)
    if (!validator.Check(value)) throw incomplete(param, validator.Errors(value))
    return value
  }
}

/**
 * The error for a merged value that the schema refuses. The stored value and the patch are each valid, so the only possible fault is a
 * missing member.
 */
function incomplete(param: string, [error]: readonly TLocalizedValidationError[]): ApiError {
  const path = error?.instancePath.split('/').slice(1) ?? []
  const missing = error?.keyword === 'required' ? error.params.requiredProperties.slice(0, 1) : []
  const name = [param, ...path, ...missing].join('.')
  return invalidRequestError(
    name,
    `\`${name}\` is missing after this change.`,
    'parameter_missing',
    'Send it too, or send `null` for the whole object that it is in.',
  )
}
