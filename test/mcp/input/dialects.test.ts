import { describe, expect, it } from 'vitest'
import { uncheckedToolSchema, listedToolOutputSchema } from '../../../src/mcp/schema.ts'
import { type AgentTool } from '../../../src/mcp/tool.ts'
import { toolsForRole } from '../../../src/mcp/tools.ts'

/** A schema as it is listed. */
type Schema = Readonly<Record<string, unknown>>

const TARGET = { target: 'draft-2020-12' } as const
const all: readonly AgentTool[] = toolsForRole('agent')
const inputOf = ({ input }: AgentTool): Schema => uncheckedToolSchema(input)['~standard'].jsonSchema.input(TARGET)
const outputOf = ({ output }: AgentTool): Schema =>
  listedToolOutputSchema(output)['~standard'].jsonSchema.output(TARGET)

/** Every schema within a schema, itself included, with the path to it. */
function schemasIn(schema: Schema, path = ''): [string, Schema][] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, Schema>
    items?: Schema
    anyOf?: Schema[]
  }
  return [
    [path, schema],
    ...Object.entries(properties).flatMap(([name, each]) => schemasIn(each, `${path}.${name}`)),
    ...(items === undefined ? [] : schemasIn(items, `${path}[]`)),
    ...anyOf.flatMap((each, index) => schemasIn(each, `${path}|${index}`)),
  ]
}

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean']

/** What Google's function declarations refuse: a schema without a type, an enum of anything but texts, a list without its entries. */
function refusedByGemini(schema: Schema): string[] {
  const { type, enum: words, properties = {}, items, required = [] } = schema
  const known = Object.keys(properties as object)
  const keywords = new Set(['type', 'description', 'enum', 'properties', 'required', 'items', 'additionalProperties'])
  return [
    ...(TYPES.includes(type as string) ? [] : ['a schema without one type']),
    ...(words !== undefined &&
    (type !== 'string' || (words as unknown[]).some((word) => typeof word !== 'string' || word === ''))
      ? ['an enum of no texts']
      : []),
    ...(type === 'array' && items === undefined ? ['a list without its entries'] : []),
    ...(type === 'object' && known.length === 0 ? ['an object without properties'] : []),
    ...(required as string[])
      .filter((name) => !known.includes(name))
      .map((name) => `${name} is required and not there`),
    ...Object.keys(schema).filter((name) => !keywords.has(name) && !/^(minimum|maximum|anyOf)$/.test(name)),
  ]
}

/** What OpenAI's strict mode refuses, once the conversion has made every field required and the optional ones nullable. */
function refusedByOpenAi(schema: Schema): string[] {
  const { type, additionalProperties } = schema
  const unsupported = [
    'allOf',
    'oneOf',
    'not',
    'if',
    'then',
    'else',
    'dependentRequired',
    'dependentSchemas',
    'patternProperties',
    'default',
    '$ref',
  ]
  return [
    ...(type === 'object' && additionalProperties !== false ? ['an object that is open'] : []),
    ...(Array.isArray(schema['anyOf']) ? ['alternatives'] : []),
    ...unsupported.filter((name) => name in schema),
  ]
}

/** Keywords of JSON Schema 2020-12, as far as these schemas use it, each with the form of its value. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => [value].flat().every((each) => [...TYPES, 'null'].includes(each as string)),
  enum: (value) => Array.isArray(value) && value.length > 0 && new Set(value).size === value.length,
  properties: (value) => typeof value === 'object',
  required: (value) => Array.isArray(value) && new Set(value).size === value.length,
  items: (value) => typeof value === 'object' && !Array.isArray(value),
  additionalProperties: (value) => typeof value === 'boolean',
  description: (value) => typeof value === 'string',
  minimum: Number.isFinite,
  maximum: Number.isFinite,
}
const outsideOf2020 = (schema: Schema): string[] =>
  Object.entries(schema).flatMap(([name, value]) => (keywords[name]?.(value) === true ? [] : [name]))

const faults = (schema: Schema, refused: (schema: Schema) => string[]) =>
  schemasIn(schema).flatMap(([path, each]) => refused(each).map((fault) => `${path || '.'}: ${fault}`))

describe.each(all.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  it('is a function that Gemini takes', () => {
    expect(faults(inputOf(tool), refusedByGemini)).toEqual([])
  })

  it("is a function that OpenAI's strict mode takes", () => {
    expect(faults(inputOf(tool), refusedByOpenAi)).toEqual([])
  })

  it('has JSON schemas of 2020-12, each with a type', () => {
    for (const schema of [inputOf(tool), outputOf(tool)]) {
      expect(faults(schema, outsideOf2020)).toEqual([])
      expect(faults(schema, ({ type }) => (type === undefined ? ['no type'] : []))).toEqual([])
    }
  })
})

describe('the lint', () => {
  it.each<[Schema, number, number]>([
    [{ type: 'object', properties: { status: { enum: ['a'] } }, additionalProperties: false }, 1, 0],
    [{ type: 'object', properties: { wanted: { anyOf: [{}, {}] } }, additionalProperties: false }, 1, 1],
    [{ type: 'object', properties: { items: { type: 'array' } }, additionalProperties: false }, 1, 0],
    [{ type: 'object', properties: { one: { type: 'string' } } }, 0, 1],
  ])('finds what a model would refuse: %j', (schema, gemini, openAi) => {
    expect(faults(schema, refusedByGemini).length >= gemini).toBe(true)
    expect(faults(schema, refusedByOpenAi).length).toBe(openAi)
  })
})
