import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile, type Validator } from 'typebox/schema'
import type { stripeMessageTypes } from '../../../tools/generate/stripe-schema.ts'

/** The name of a type of Stripe's own package (see tools/generate/stripe-schema.ts). */
export type StripeTypeName = keyof typeof stripeMessageTypes

const { $defs } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'issuers', 'examples', 'stripe', 'schema.json'), 'utf8'),
) as { $defs: Readonly<Record<StripeTypeName, object>> }
const validators = new Map<StripeTypeName, Validator>()

/** Lists the members of a message that do not conform to Stripe's type. Empty: the message conforms. */
export function stripeTypeFaults(type: StripeTypeName, value: unknown): string[] {
  const validator = validators.get(type) ?? Compile({ $ref: `#/$defs/${type}`, $defs })
  validators.set(type, validator)
  if (validator.Check(value)) return []
  const [, errors] = validator.Errors(value)
  return errors.map(
    ({ instancePath, message, params }) => `${type}${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}
