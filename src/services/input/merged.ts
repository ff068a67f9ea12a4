import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { type ApiError, invalidRequest } from '../../contract/errors.ts'
import { applyMergePatch } from './merge-patch.ts'

/**
 * An object field under a PATCH (RFC 7396): `undefined` keeps it, `null` unsets it, an object merges into it. A patch
 * alone cannot be wrong by leaving something out or by unsetting it; the merged value can, so it is validated whole.
 */
export function mergedField<T extends object>(param: string, schema: TSchema) {
  const validator = Compile(schema)
  return (stored: T | null, patch: object | null | undefined): T | null => {
    if (patch === undefined) return stored
    if (patch === null) return null
    const value = applyMergePatch<T>(stored, patch)
    if (!validator.Check(value)) throw incomplete(param, validator.Errors(value))
    return value
  }
}

/** Stored value and patch are valid each by itself: all that can be wrong together is something that is missing. */
function incomplete(param: string, [error]: readonly TLocalizedValidationError[]): ApiError {
  const path = error?.instancePath.split('/').slice(1) ?? []
  const missing = error?.keyword === 'required' ? error.params.requiredProperties.slice(0, 1) : []
  const name = [param, ...path, ...missing].join('.')
  return invalidRequest(
    name,
    `\`${name}\` is missing after this change.`,
    'parameter_missing',
    'Send it too, or send `null` for the whole object that it is in.',
  )
}
