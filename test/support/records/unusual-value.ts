import type { TSchema } from 'typebox'

/** The keywords of the schemas of request bodies. */
interface Rule {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Rule[]
  readonly properties?: Readonly<Record<string, Rule>>
  readonly items?: Rule
  readonly minimum?: number
  readonly minLength?: number
  readonly format?: string
  readonly pattern?: string
  readonly examples?: readonly unknown[]
}

/** Texts of which one fits the pattern of a schema that has no example. */
const TEXTS = ['DE', '5734', 'https://shop.example', '08:00', '1234']

/** Makes a value that a schema accepts and that differs from the usual one. */
export function unusualSchemaValue(schema: TSchema, usual?: unknown): unknown {
  const rule = schema as Rule
  const { enum: values, anyOf, properties, items, examples } = rule
  if (values !== undefined) return values.find((value) => value !== usual)
  if (anyOf !== undefined) return unusualSchemaValue(anyOf.find(({ type }) => type !== 'null') ?? {})
  if (examples !== undefined && examples.length > 0) return examples.at(-1)
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, unusualSchemaValue(each as TSchema)]),
    )
  if (items !== undefined) return [unusualSchemaValue(items)]
  if (rule.type === 'boolean') return true
  if (rule.type === 'integer' || rule.type === 'number') return (rule.minimum ?? 0) + 7
  if (rule.type === 'string') return textFor(rule)
  return { kept: 'as it is', nested: { deep: [1, 'two', null] } }
}

function textFor({ format, pattern, minLength = 0 }: Rule): string {
  if (format === 'email') return 'someone@example.com'
  if (pattern === undefined) return 'Some text'.padEnd(minLength, '.')
  const fitting = TEXTS.find((text) => new RegExp(pattern, 'u').test(text))
  if (fitting === undefined) throw new Error(`No text is known for ${pattern}`)
  return fitting
}
