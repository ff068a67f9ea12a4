import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const validators = new WeakMap<TSchema, Validator>()

/**
 * Returns the compiled check of a TypeBox schema. A schema is compiled when its check is first needed: compiling the schemas of all operations
 * at once would make each start a fifth of a second longer.
 */
export function schemaValidatorOf(schema: TSchema): Validator {
  const found = validators.get(schema)
  if (found !== undefined) return found
  const validator = Compile(schema)
  validators.set(schema, validator)
  return validator
}
