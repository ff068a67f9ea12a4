import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { invalidRequest } from '../contract/errors.ts'
import { applyMergePatch } from '../lib/merge-patch.ts'

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
    if (!validator.Check(value)) throw invalidField(param, validator.Errors(value)[0])
    return value
  }
}

interface ValidationError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

function invalidField(param: string, error: ValidationError | undefined) {
  const path = [param, ...(error?.instancePath ?? '').split('/').filter((step) => step !== '')]
  if (error?.keyword === 'required') {
    const [missing = ''] = (error.params as { requiredProperties?: string[] }).requiredProperties ?? []
    const name = [...path, missing].join('.')
    return invalidRequest(name, `\`${name}\` is missing after this change.`, 'parameter_missing')
  }
  const name = path.join('.')
  return invalidRequest(name, `\`${name}\` ${error?.message ?? 'is not valid'} after this change.`)
}
