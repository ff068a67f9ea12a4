import { describe, expect, it } from 'vitest'
import { dryRunQuery, type Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { shellCommandGroups } from '../commands.ts'
import { evaluateCommand } from '../commands/resources/evaluate.ts'
import { commandRequestBody } from './body.ts'
import type { ChangeCommandAction } from './change.ts'
import {
  centsRequestFlag,
  countRequestFlag,
  type RequestFieldFlag,
  type RequestFieldFlags,
  listRequestFlag,
  valuelessRequestFlag,
  objectRequestFlag,
  textRequestFlag,
  booleanRequestFlag,
} from './fields.ts'

interface Schema {
  readonly properties?: Record<string, Schema>
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly string[]
}

const alternatives = (schema: Schema): Schema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(alternatives),
]

const memberOf = (schema: Schema | undefined, name: string): Schema | undefined =>
  schema && alternatives(schema).find(({ properties }) => properties?.[name] !== undefined)?.properties?.[name]

const schemaOf = (body: Schema | undefined, path: string): Schema | undefined =>
  path.split('.').reduce((schema, name) => memberOf(schema, name), body)

const loaded = await Promise.all(
  shellCommandGroups.flatMap(({ commands }) => Object.values(commands).map(({ load }) => load())),
)
const changes = loaded
  .flatMap(({ actions }) => Object.values(actions ?? {}))
  .filter((action): action is ChangeCommandAction => 'change' in action)
  .map(({ usage, change }) => ({ usage, change }))

const fieldsOf = (fields: RequestFieldFlags, request: string): [string, RequestFieldFlag][] =>
  Object.entries(fields).filter(([, { path }]) => !request.includes(`{${path}}`))

const declaredAs = (request: string): Operation | undefined =>
  Object.values<Operation>(operations).find(({ method, path }) => `${method} ${path}` === request)

describe('a command that changes something', () => {
  it('is there for what people change', () => expect(changes.length).toBeGreaterThan(25))

  it.each(changes)('$usage is an operation of the contract, with its fields', ({ change }) => {
    const operation = declaredAs(change.request)
    if (operation === undefined) throw new Error(`No operation is ${change.request}.`)
    expect(change.canDryRun === true && operation.query !== dryRunQuery).toBe(false)
    const takesBody = operation.body !== undefined
    expect(takesBody || (change.fields === undefined && change.fixed === undefined)).toBe(true)
    expect(
      takesBody && operation.bodyOptional !== true && change.fields === undefined && change.fixed === undefined,
    ).toBe(false)
    for (const [flag, { path, value = '' }] of fieldsOf(change.fields ?? {}, change.request)) {
      const schema = schemaOf(operation.body, path)
      expect(schema, `--${flag} gives ${path}`).toBeDefined()
      const values = alternatives(schema ?? {}).flatMap((each) => each.enum ?? [])
      if (values.length > 0)
        expect(
          value.split('|').every((each) => values.includes(each)),
          flag,
        ).toBe(true)
    }
    for (const name of Object.keys(change.fixed ?? {})) {
      expect(memberOf(operation.body, name), name).toBeDefined()
    }
  })

  it('has no flag that the contract does not know, in purser evaluate too', () => {
    for (const field of Object.values(evaluateCommand.flags ?? {})) {
      if (!('path' in field)) continue
      expect(schemaOf(operations.evaluateSpend.body as Schema, String(field.path)), String(field.path)).toBeDefined()
    }
  })
})

const fields = {
  label: textRequestFlag('label', 'NAME', ''),
  'per-auth': centsRequestFlag('policy.limits.perAuth', ''),
  minutes: countRequestFlag('policy.ttlMinutes', '60', ''),
  intent: booleanRequestFlag('policy.requireIntent', ''),
  mccs: listRequestFlag('policy.allowedMccs', '', ''),
  assume: valuelessRequestFlag('assumeIntent', ''),
  policy: objectRequestFlag('policy', '', ''),
} satisfies RequestFieldFlags

describe('the body of a request', () => {
  it.each<[Record<string, string | boolean>, unknown]>([
    [{}, {}],
    [
      { label: 'Ads', 'per-auth': '5000' },
      { label: 'Ads', policy: { limits: { perAuth: 5000 } } },
    ],
    [
      { 'per-auth': 'none', minutes: '15', intent: 'false' },
      { policy: { limits: { perAuth: null }, ttlMinutes: 15, requireIntent: false } },
    ],
    [
      { mccs: '5734, 5735', assume: true },
      { policy: { allowedMccs: ['5734', '5735'] }, assumeIntent: true },
    ],
    [{ mccs: '' }, { policy: { allowedMccs: [] } }],
    [{ policy: '{"requireCvv":true}', 'per-auth': '1' }, { policy: { requireCvv: true, limits: { perAuth: 1 } } }],
    [
      { data: '{"label":"A","policy":{"limits":{"perDay":7}}}', label: 'B', 'per-auth': '1' },
      { label: 'B', policy: { limits: { perDay: 7, perAuth: 1 } } },
    ],
  ])('for the flags %j', async (flags, body) => {
    expect(await commandRequestBody(flags, fields)).toEqual(body)
  })

  it.each<[Record<string, string>, string]>([
    [
      { 'per-auth': '12.50' },
      '--per-auth is a whole number of minor units; "12.50" is not. In USD and EUR these are cents: write 1250.',
    ],
    [{ 'per-auth': '$12.34' }, 'these are cents: write 1234. JPY has none'],
    [{ 'per-auth': 'lots' }, 'these are cents: write 5000. JPY has none'],
    [{ 'per-auth': '-5' }, '--per-auth is a whole number of minor units'],
    [{ minutes: 'soon' }, '--minutes is a number; "soon" is not. For instance 60.'],
    [{ intent: 'yes' }, '--intent is true or false; "yes" is neither.'],
    [{ policy: '[]' }, '--policy must be a JSON object'],
    [{ data: '{' }, '--data is not JSON'],
    [{ data: '@/nowhere/policy.json' }, '--data @/nowhere/policy.json cannot be read'],
  ])('is refused for the flags %j', async (flags, message) => {
    await expect(commandRequestBody(flags, fields)).rejects.toThrow(message)
  })
})
