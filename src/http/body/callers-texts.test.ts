import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { ApiError } from '../../contract/errors.ts'
import { makeCallerTextCheck } from './callers-texts.ts'
import { callerTextFault } from './text-fault.ts'

interface Schema {
  readonly type?: string
  readonly minLength?: number
  readonly enum?: unknown
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** A field of a body of an operation that may hold any text. Dots join the members of its path. `[0]` stands for the entries of a list. */
interface Text {
  readonly path: string
  readonly mayBeEmpty: boolean
}

function textsOf(schema: Schema, path = ''): Text[] {
  const { type, anyOf = [], properties = {}, items, minLength = 0, ...rest } = schema
  const isFree = type === 'string' && !['enum', 'const', 'pattern', 'format'].some((bound) => bound in rest)
  return [
    ...(isFree ? [{ path, mayBeEmpty: minLength === 0 }] : []),
    ...anyOf.flatMap((each) => textsOf(each, path)),
    ...(items === undefined ? [] : textsOf(items, `${path}[0]`)),
    ...Object.entries(properties).flatMap(([name, each]) => textsOf(each, path === '' ? name : `${path}.${name}`)),
  ]
}

/** The body of a request that has nothing but the given text at a path such as `merchants[0].name`. */
const bodyWith = (path: string, text: string): unknown =>
  path.split(/\.|(?=\[)/).reduceRight<unknown>((inner, step) => (step === '[0]' ? [inner] : { [step]: inner }), text)

function refusedAt(schema: TSchema, body: unknown): string | undefined {
  try {
    makeCallerTextCheck(schema)(body)
  } catch (error) {
    const { param, hint } = (error as ApiError).extras
    return hint === undefined ? undefined : param
  }
  return undefined
}

/** Every text in the bodies of the operations, except operations whose texts come from merchants or the network. */
const every = Object.values<Operation>(operations).flatMap(({ body, mayHoldNumbers }) =>
  body && !mayHoldNumbers ? textsOf(body as Schema).map((text) => ({ ...text, schema: body })) : [],
)
const takenOf = (text: string): string[] => [
  ...new Set(
    every.filter(({ path, schema }) => refusedAt(schema, bodyWith(path, text)) !== path).map(({ path }) => path),
  ),
]

/**
 * The paths of texts in which invisible or disfiguring characters are accepted: ids, addresses, secrets, and texts of shops. They are no
 * purposes, and no names that a caller gives.
 */
const TAKEN = [
  'id',
  'customerId',
  'agentId',
  'cardId',
  'intentId',
  'once.intent',
  'transactionId',
  'subscriptionId',
  'replaces',
  'sealTo',
  'nonce',
  'secret',
  'confirmation',
  'query',
  'password',
  'currentPassword',
  'newPassword',
  'url',
  'phone',
  'timeZone',
  'allowedAddresses[0]',
  'merchantOrderId',
  'orderReference',
  ...['billing', 'shipping'].flatMap((of) =>
    ['line1', 'line2', 'city', 'state', 'postalCode'].map((field) => `${of}.${field}`),
  ),
  ...['policy', 'shadowPolicy', 'wanted.policy'].flatMap((of) =>
    ['allowedMerchantIds[0]', 'blockedMerchantIds[0]', 'blockedMerchants[0]', 'activeHours.timezone'].map(
      (field) => `${of}.${field}`,
    ),
  ),
  'wanted.allow.merchantId',
  ...['name', 'city', 'networkId'].map((field) => `purchase.merchant.${field}`),
]

it.each([
  ['what nobody sees', 'Ink\u202EpohS'],
  ['marks that cover the lines around', `Seat a${'\u0300\u0316\u0334'.repeat(4)}`],
])('%s is refused in every purpose and name of every operation, and in nothing else', (_, text) => {
  expect(takenOf(text).toSorted()).toEqual(TAKEN.toSorted())
})

it.each(['   ', '\u2800', '\u200D', '\u3164', '\uFE0F', '\u0301\u0302', '\u00A0\u3000'])(
  'what shows nothing is refused in every purpose and name that must not be empty: %j',
  (text) => {
    const callers = every.filter(({ path }) => !TAKEN.includes(path))
    const taken = callers.filter(({ path, schema }) => refusedAt(schema, bodyWith(path, text)) === undefined)
    expect(taken).toEqual(callers.filter(({ mayBeEmpty }) => mayBeEmpty))
    expect(taken.length).toBeLessThan(callers.length / 4)
    expect(takenOf(text)).toEqual(expect.arrayContaining(TAKEN))
  },
)

it.each([
  'Ink',
  '墨水店',
  'インク',
  '잉크',
  'Чернила',
  'Μελάνι',
  'حِبْرٌ',
  'דְּיוֹ',
  'स्याही',
  'หมึกน้ำ',
  'ຫມຶກ',
  'ទឹកខ្មៅ',
  'မှင်',
  'လျှို့ဝှက်',
  'སྣག་ཚ་བརྒྱད',
  'மை',
  'Tie\u0302\u0301ng Vie\u0323\u0302t',
  '👍',
  '👩\u200D🚀',
  '1\uFE0F\u20E3',
  '☃\uFE0F',
  '🇳🇱',
  '\u{1FAE9}',
  '?',
  '—',
  '№',
  '7',
  '$',
  '\uE000',
  `a${'\u0301'.repeat(4)}`,
])('%j is taken as it is', (text) => {
  expect(callerTextFault(text, false)).toBeUndefined()
})

it.each(['\u0301'.repeat(5), '\u0301\u200D'.repeat(5), '\u20DD'.repeat(5), '\u034F\u0301\u0489\u20E4\uFE0F'])(
  'five marks in a row are refused, whatever joins them: %j',
  (marks) => {
    expect(callerTextFault(`Seat a${marks}b`, true)?.says).toMatch(/four combining marks/)
  },
)

describe('a purpose', () => {
  const isRefused = (text: string) => callerTextFault(text, true)?.says.includes('nobody sees') === true
  const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))

  it('is refused for each character of the class Cf but five, and for no other', () => {
    const taken = ['\u061C', '\u200C', '\u200D', '\u200E', '\u200F']
    const [ofClass = [], others = []] = [true, false].map((isOfClass) =>
      everyCharacter.filter((character) => /\p{Cf}/u.test(character) === isOfClass),
    )
    expect(ofClass.length).toBeGreaterThan(150)
    expect(ofClass.filter((character) => !isRefused(`a${character}b`))).toEqual(taken)
    expect(isRefused(others.join(''))).toBe(false)
  })
})
