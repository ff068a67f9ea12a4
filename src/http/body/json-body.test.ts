import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiError } from '../../contract/errors.ts'
import { operations } from '../../contract/operations.ts'
import { isExactJsonNumber } from '../../lib/json/inexact-number.ts'
import { repeatedJsonMember } from '../../lib/json/repeated-member.ts'
import { operationInputReader } from './input.ts'
import { readJsonBody } from './json-body.ts'
import { MAX_BODY_VALUES } from './value-count.ts'
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
  /** The JSON text of a list of lists: `MAX_BODY_VALUES` values over both levels, and `extra` more in the last list. */
  const lists = (value: string, extra: number) => {
    const row = list(value, MAX_BODY_VALUES / ROWS - 1)
    return `[${[...Array(ROWS - 1).fill(row), list(value, MAX_BODY_VALUES / ROWS - 1 + extra)].join()}]`
  }
  const members = (value: string, extra: number) =>
    `{${Array.from({ length: MAX_BODY_VALUES + extra }, (_, index) => `"k${index}":${value}`).join()}}`

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
    ['a list that is too long', `{"a":${list('1', MAX_BODY_VALUES + 1)}}`],
    ['a body that ends too soon', members('1', 1).slice(0, -1)],
    ['nesting that is too deep', '['.repeat(MAX_BODY_VALUES + 2) + ']'.repeat(MAX_BODY_VALUES + 2)],
  ])('is refused before %s', (_name, text) => {
    expect(refusal(() => read(text))).toEqual(TOO_MANY)
  })

  it.each([
    ['an open text', `"${'x'.repeat(MAX_BODY_VALUES * 3)}`],
    ['a text that ends in an escape', `"${'x'.repeat(MAX_BODY_VALUES * 3)}\\`],
    ['signs outside of everything', '}'.repeat(MAX_BODY_VALUES * 3)],
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
  const createCustomer = operationInputReader(operations.createCustomer, { cardBin: TEST_BIN })
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

describe('a member that stands twice in one object', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"c":[0,{"d":{},"e":[],"d":1}]}}', 'b.c[1].d'],
    ['{"limits":{"perMonth":5000},"limits":{"perMonth":5000000}}', 'limits'],
    ['{ "\\u0061" : 1, "a" : 1 }', 'a'],
    ['[{"a":"\\"}{:,"},{"a":1,"b":":","a":1}]', '[1].a'],
    ['{"":1,"":2}', ''],
  ])('is refused, and named: %s', (text, param) => {
    const said = refusal(() => read(text))
    expect(said).toMatchObject({ reason: 'parameter_invalid', hint: expect.stringMatching(/^Send it once/) as string })
    expect(said?.param ?? '').toBe(param)
  })

  it('is looked for in the order of the text, whatever is wrong besides', () => {
    expect(refusal(() => read('{"a":1,"a":12345678901234567890,"b":{"c":1,"c":2}}'))?.param).toBe('a')
  })

  it('is none where objects of one list, or of one another, have the same names', () => {
    const text = '{"a":{"a":[{"a":1},{"a":2},"a:a"]},"b":{"a":1}}'
    expect(read(text).value).toEqual(JSON.parse(text))
  })

  it('is none in any JSON that is written from a value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(repeatedJsonMember(JSON.stringify(value))).toBeUndefined()
      }),
    )
  })
})

describe('numbers that JSON does not hold', () => {
  const createCustomer = operationInputReader(operations.createCustomer, { cardBin: TEST_BIN })
  const customer = (fields: string) => () =>
    createCustomer({ params: {}, query: {}, body: read(`{"email":"a@example.com",${fields}}`) })

  it.each([
    ['"metadata":{"erp":12345678901234567890}', 'metadata.erp'],
    ['"metadata":{"a":[{"b":-9007199254740993}]}', 'metadata.a[0].b'],
    ['"metadata":{"discord":1546130668394913822}', 'metadata.discord'],
    ['"metadata":{"n":9007199254740992}', 'metadata.n'],
    ['"metadata":{"n":0.1000000000000000055511151231257827}', 'metadata.n'],
    ['"metadata":{"n":1e-400}', 'metadata.n'],
    ['"metadata":{"n":9007199254740993.0}', 'metadata.n'],
    [`"metadata":{"n":0.${'0'.repeat(15_000)}1}`, 'metadata.n'],
  ])('are refused where anything may be sent: %s', (fields, param) => {
    expect(refusal(customer(fields))).toEqual({
      message: `\`${param}\` is a number that would come back as another one: JSON numbers are exact up to 2^53.`,
      reason: 'parameter_invalid',
      param,
      hint: 'Send it as a text, in double quotes.',
    })
  })

  it('are no texts where the schema asks for an integer', () => {
    expect(refusal(customer('"policy":{"maxAmount":12345678901234567890}'))).toMatchObject({
      param: 'policy.maxAmount',
      hint: expect.not.stringContaining('text') as string,
    })
  })

  it.each([
    '"metadata":{"n":9007199254740991,"m":-9007199254740991}',
    '"metadata":{"n":0.1,"m":0.10,"o":100.00,"p":1e2,"q":-0,"r":-0.0,"s":1.7976931348623157e308,"t":5e-324,"u":1E+21}',
    '"metadata":{"n":3.141592653589793,"m":0.30000000000000004,"o":0.0000000000000000000001}',
    '"metadata":{"n":"12345678901234567890","m":":12345678901234567890"}',
  ])('are none of these: %s', (fields) => {
    expect(refusal(customer(fields))).toBeUndefined()
  })

  it('are none of those that a value is written with', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const written = JSON.stringify(value)
        expect(isExactJsonNumber(written, Number(written))).toBe(
          !/^-?\d+$/.test(written) || Number.isSafeInteger(value),
        )
      }),
    )
  })
})
