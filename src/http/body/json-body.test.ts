import { describe, expect, it } from 'vitest'
import type { ApiError } from '../../contract/errors.ts'
import { operations } from '../../contract/operations.ts'
import { inputReader } from './input.ts'
import { readJsonBody } from './json-body.ts'
import { MAX_VALUES } from './value-count.ts'
import { TEST_BIN } from '../../vault/card-number.ts'

const read = (text: string) => readJsonBody(Buffer.from(text))
/** The fields of the error that `work` throws. Undefined where it throws none. */
function refusal(work: () => unknown) {
  try {
    work()
  } catch (error) {
    const { message, extras } = error as ApiError
    return { message, reason: extras.details?.['reason'], param: extras.param, hint: extras.hint }
  }
  return undefined
}

const TOO_MANY = {
  message: 'The body has more than 20000 values.',
  reason: 'parameter_invalid',
  param: undefined,
  hint: 'Send at most 20000 members and entries in one body, over all its levels.',
}

describe('the number of values in a body', () => {
  const ROWS = 20
  const list = (value: string, length: number) => `[${Array(length).fill(value).join(' , ')}]`
  /** A list of lists with so many values over both levels. `extra` values are in a list of their own. */
  const lists = (value: string, extra: number) => {
    const row = list(value, MAX_VALUES / ROWS - 1)
    return `[${[...Array(ROWS - 1).fill(row), list(value, MAX_VALUES / ROWS - 1 + extra)].join()}]`
  }
  const members = (value: string, extra: number) =>
    `{${Array.from({ length: MAX_VALUES + extra }, (_, index) => `"k${index}":${value}`).join()}}`

  it.each<[string, (extra: number) => string]>([
    ['members', (extra) => members('1', extra)],
    ['members of numbers written loosely', (extra) => members('1.0', extra)],
    ['texts with signs of JSON in them', (extra) => members('",[{\\"},\\\\"', extra)],
    ['texts of many bytes', (extra) => members('"\u{1f4b3}"', extra)],
    ['entries', (extra) => lists('1e2', extra)],
    ['empty objects', (extra) => lists('{ }', extra)],
    ['empty lists', (extra) => lists('[\n]', extra)],
    ['nothing but white space in between', (extra) => lists('\t1\r\n', extra)],
  ])('is counted exactly: %s', (_name, body) => {
    expect(refusal(() => read(body(0)))).toBeUndefined()
    expect(refusal(() => read(body(1)))).toEqual(TOO_MANY)
  })

  it('counts objects within lists, and what is in them', () => {
    const entries = (count: number) => `{"a":[${Array(20).fill(list('{"a":1}', count)).join()}]}`
    expect(refusal(() => read(entries(499)))).toBeUndefined() // 1 + 20 + 20 × 499 × 2
    expect(refusal(() => read(entries(500)))).toEqual(TOO_MANY)
  })

  it.each([
    ['a name that is not allowed', `{"__proto__":1,${members('1', 0).slice(1)}`],
    ['a list that is too long', `{"a":${list('1', MAX_VALUES + 1)}}`],
    ['a body that ends too soon', members('1', 1).slice(0, -1)],
    ['nesting that is too deep', '['.repeat(MAX_VALUES + 2) + ']'.repeat(MAX_VALUES + 2)],
  ])('is refused before %s', (_name, text) => {
    expect(refusal(() => read(text))).toEqual(TOO_MANY)
  })

  it.each([
    ['an open text', `"${'x'.repeat(MAX_VALUES * 3)}`],
    ['a text that ends in an escape', `"${'x'.repeat(MAX_VALUES * 3)}\\`],
    ['signs outside of everything', '}'.repeat(MAX_VALUES * 3)],
  ])('leaves to the parser what is no JSON: %s', (_name, text) => {
    expect(refusal(() => read(text))).toMatchObject({ reason: 'body_parse_error' })
  })

  it('takes the largest body that means something', () => {
    const policy = {
      allowedMccs: Array(1000).fill('5734'),
      blockedMccs: Array(1000).fill('5734'),
      allowedMerchants: Array(1000).fill('m'.repeat(100)),
      blockedMerchants: Array(1000).fill('m'.repeat(100)),
      allowedCountries: Array(1000).fill('US'),
      blockedCountries: Array(1000).fill('US'),
    }
    const metadata = { a: Array(8).fill(Array(1000).fill(1)) } // 2 bytes for a value: no 16 KiB hold more
    const body = { email: 'a@example.com', policy, metadata }
    expect(read(JSON.stringify(body)).value).toEqual(body)
  })
})

describe('integers written loosely', () => {
  const createCustomer = inputReader(operations.createCustomer, { cardBin: TEST_BIN })
  const customer = (fields: string) => () =>
    createCustomer({ params: {}, query: {}, body: read(`{"email":"a@example.com",${fields}}`) })

  it.each([
    ['"policy":{"limits":{"perAuth":1.0}}', 'policy.limits.perAuth'],
    ['"policy":{"maxAmount":1E2}', 'policy.maxAmount'],
    ['"policy":{"maxAmount":-0.0}', 'policy.maxAmount'],
    ['"limits":{"perDay":10e-1}', 'limits.perDay'],
    [
      '"policy":{"activeHours":{"timezone":"UTC","from":"00:00","to":"01:00","days":[0,1.0,2.0]}}',
      'policy.activeHours.days[1]',
    ],
    ['"metadata":{"a":1.0},"limits":{"perDay":1.0},"policy":{"maxAmount":1.0}', 'limits.perDay'],
  ])('are refused where an integer is wanted: %s', (fields, param) => {
    expect(refusal(customer(fields))).toMatchObject({
      param,
      message: `\`${param}\` must be an integer, written without a fraction or an exponent.`,
    })
  })

  it.each([
    '"metadata":{"a":1.0,"limits":{"perAuth":1e2},"b":[1.0]}',
    '"policy":{"intentTolerancePercent":10.0,"maxAmount":1}',
    '"policy":{"maxAmount":1},"metadata":{"a":":1.0"}',
  ])('are taken anywhere else: %s', (fields) => {
    expect(refusal(customer(fields))).toBeUndefined()
  })
})
