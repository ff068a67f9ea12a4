import { describe, expect, it } from 'vitest'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { ApiError } from '../../contract/errors.ts'
import { refuseUnseen } from './unseen-characters.ts'

interface Schema {
  readonly type?: string
  readonly enum?: unknown
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Paths of the fields of a body that may hold any text. Members are joined by dots. `[0]` stands for the entries of a list. */
function textsOf(schema: Schema, path = ''): string[] {
  const { type, anyOf = [], properties = {}, items, ...rest } = schema
  const isFree = type === 'string' && !['enum', 'const', 'pattern', 'format'].some((bound) => bound in rest)
  return [
    ...(isFree ? [path] : []),
    ...anyOf.flatMap((each) => textsOf(each, path)),
    ...(items === undefined ? [] : textsOf(items, `${path}[0]`)),
    ...Object.entries(properties).flatMap(([name, each]) => textsOf(each, path === '' ? name : `${path}.${name}`)),
  ]
}

/** A body that has a text at a path, and nothing else. */
const bodyWith = (path: string, text: string): unknown =>
  path.split(/\.|(?=\[)/).reduceRight<unknown>((inner, step) => (step === '[0]' ? [inner] : { [step]: inner }), text)

function refusedAt(body: unknown): string | undefined {
  try {
    refuseUnseen(body)
  } catch (error) {
    return (error as ApiError).extras.param
  }
  return undefined
}

const every = Object.values<Operation>(operations)
const callers = new Set(
  every.flatMap((each) => (each.body && !each.mayHoldNumbers ? textsOf(each.body as Schema) : [])),
)

/**
 * Paths in which such characters are accepted: ids, addresses, secrets, and what a shop says. They are no purposes, and no names that a
 * caller gives.
 */
const TAKEN = [
  'id',
  'customerId',
  'agentId',
  'cardId',
  'intentId',
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

it('refuses what nobody sees in every purpose and name of every operation, and in nothing else', () => {
  const taken = [...callers].filter((path) => refusedAt(bodyWith(path, 'Ink\u202EpohS')) !== path)
  expect(taken.toSorted()).toEqual(TAKEN.toSorted())
})

describe('a purpose', () => {
  const isRefused = (text: string) => refusedAt({ purpose: text }) !== undefined
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
