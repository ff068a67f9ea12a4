import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { naughtyTexts, naughtyValues } from './naughty.ts'

/** A JSON Schema as the operations declare it. */
interface Node {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: object
  readonly required?: readonly string[]
  readonly items?: Node
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
}

/** What a field of that name is filled with where the schema cannot know it: ids that exist, time zones, addresses. */
export type Names = Readonly<Record<string, fc.Arbitrary<unknown>>>

const MOST_ENTRIES = 4
/** Where all fields are set, some two of them nearly always contradict each other. */
const FEW_FIELDS = 3
/** A whole amount where most limits are, so that some spends pass and some do not. */
const LIKELY_MOST = 20_000

/** A value that the schema accepts. */
export function validValue(schema: TSchema, names: Names): fc.Arbitrary<unknown> {
  return valueOf(schema, names, '')
}

function valueOf(node: Node, names: Names, name: string): fc.Arbitrary<unknown> {
  const named = names[name]
  if (node.const !== undefined) return fc.constant(node.const)
  if (node.enum !== undefined) return fc.constantFrom(...node.enum)
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map((branch) => valueOf(branch, names, name)))
  if (named !== undefined && node.type === 'string') return named
  switch (node.type) {
    case 'object':
      return node.properties === undefined ? freeForm : objectOf(node, names)
    case 'array':
      return arrayOf(node, names, name)
    case 'string':
      return textOf(node)
    case 'integer':
      return integerOf(node)
    case 'number':
      return fc.double({ min: node.minimum ?? 0, max: node.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constant(null)
  }
}

const freeForm = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })

function objectOf({ properties = {}, required = [] }: Node, names: Names): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]): [string, fc.Arbitrary<unknown>] => [
    name,
    valueOf(property, names, name),
  ])
  const any = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
  const optional = fields.filter(([name]) => !required.includes(name))
  const few = fc
    .subarray(optional, { maxLength: Math.min(FEW_FIELDS, optional.length) })
    .chain((chosen) => fc.record(Object.fromEntries(fields.filter((field) => isIn(field, chosen, required)))))
  return fc.oneof({ weight: 2, arbitrary: few }, { weight: 1, arbitrary: any })
}

type Field = readonly [name: string, value: fc.Arbitrary<unknown>]
const isIn = (field: Field, chosen: readonly Field[], required: readonly string[]): boolean =>
  required.includes(field[0]) || chosen.includes(field)

function arrayOf({ items = {}, minItems = 0, maxItems = MOST_ENTRIES }: Node, names: Names, name: string) {
  const maxLength = Math.max(minItems, Math.min(maxItems, MOST_ENTRIES))
  return fc.array(valueOf(items, names, name), { minLength: minItems, maxLength })
}

function integerOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Node): fc.Arbitrary<number> {
  const likely = fc.integer({ min: minimum, max: Math.min(maximum, Math.max(minimum, LIKELY_MOST)) })
  const edges = fc.constantFrom(minimum, minimum + 1, maximum - 1, maximum).filter((n) => n >= minimum && n <= maximum)
  return fc.oneof({ weight: 6, arbitrary: likely }, { weight: 1, arbitrary: edges })
}

function textOf({ pattern, format, minLength = 0, maxLength = 64 }: Node): fc.Arbitrary<string> {
  if (format === 'date-time') return moments
  if (format === 'email') return fc.integer({ min: 0, max: 999 }).map((n) => `user-${n}@example.com`)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const most = Math.min(maxLength, 40)
  const any = fc.string({ minLength, maxLength: most, unit: 'grapheme' })
  const naughty = fc.constantFrom(...naughtyTexts).map((text) => clipped(text, { minLength, maxLength }))
  return fc.oneof({ weight: 3, arbitrary: any.filter(isStorable) }, { weight: 1, arbitrary: naughty })
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** A naughty text within the bounds of the schema, and without what no text may have. */
function clipped(text: string, { minLength, maxLength }: { minLength: number; maxLength: number }): string {
  const storable = text.replaceAll('\0', '').toWellFormed()
  return Array.from(storable.padEnd(minLength, 'x')).slice(0, maxLength).join('')
}

const moments = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** A value from anywhere: of the wrong type, at an edge, or one that breaks programs. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...naughtyValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
