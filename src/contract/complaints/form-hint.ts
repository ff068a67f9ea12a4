import type { TLocalizedValidationError } from 'typebox/error'
import { nearestKnownName } from './nearest-name.ts'

/** The keywords of a schema that describe its values to a person. */
export interface DescribedSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, DescribedSchema>>
  readonly description?: string
  readonly examples?: readonly unknown[]
  /** The schemas of the forms that a value may have, if there are several. */
  readonly anyOf?: readonly DescribedSchema[]
}

/** Says how to correct a value that the schema refuses. `value` is compared and never repeated: it may be a card number. */
export function valueFormHint(error: TLocalizedValidationError, schema: DescribedSchema, value: unknown): string {
  return (
    sentences(fixOf(error, value, schema), schema.description, example(schema)) ||
    'Send it in the form that `/docs` shows.'
  )
}

/** The hint for a required field that is missing: says what to send in it. */
export const missingFieldHint = (schema: DescribedSchema = {}): string =>
  sentences('Send it.', schema.description, example(schema))

const sentences = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ')

function example({ examples }: DescribedSchema): string | undefined {
  return examples?.[0] === undefined ? undefined : `For instance \`${JSON.stringify(examples[0])}\`.`
}

function fixOf(error: TLocalizedValidationError, value: unknown, { examples }: DescribedSchema): string | undefined {
  switch (error.keyword) {
    case 'type':
      return byType[String(error.params.type)]
    case 'enum':
      return enumFix(error.params.allowedValues.map(String), value)
    case 'format':
      return isPlusLost(error.params.format, value) ? PLUS_LOST : byFormat[error.params.format]
    case 'maxLength':
      return examples === undefined ? 'Shorten it.' : undefined // a value that is too long mostly has the wrong form, which the example shows
    case 'maxItems':
      return 'Send fewer entries.'
    case 'minimum':
      return 'Send a greater number.'
    case 'maximum':
      return 'Send a smaller number.'
    case 'minLength':
    case 'minItems':
      return 'Send a value, or leave the field out where it is optional.'
    default:
      return undefined
  }
}

const APPROVED =
  'To approve is a decision and no status: an approved purchase is `pending`, and `settled` once it is captured.'

function enumFix(allowed: readonly string[], value: unknown): string {
  if (allowed.includes('settled') && /^(?:approved?|authorized)$/i.test(String(value))) return APPROVED
  const nearest = typeof value === 'string' ? nearestKnownName(value, allowed) : null
  return nearest === null ? 'Send one of them as it is written there.' : `Did you mean \`${nearest}\`?`
}

const byType: Record<string, string> = {
  string: 'Send a text, in double quotes.',
  integer: 'Send a whole number, without quotes.',
  number: 'Send a number, without quotes.',
  boolean: 'Send `true` or `false`, without quotes.',
  object: 'Send an object: `{...}`.',
  array: 'Send a list, for one entry too: `[...]`.',
}

/** Whether a time has a space where the `+` of its offset was: in a URL `+` means a space. */
const isPlusLost = (format: string, value: unknown): boolean =>
  format === 'date-time' && typeof value === 'string' && /T.* [0-9]{2}:?[0-9]{2}$/.test(value)
const PLUS_LOST = 'In a URL a `+` means a space: write it as `%2B`, for instance `2026-01-31T23:59:59%2B02:00`.'

const byFormat: Record<string, string> = {
  email: 'For instance `"ada@example.com"`.',
  'date-time': 'A time has a date, a `T`, the time of day and `Z` or an offset such as `+02:00`.',
}
