import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

const faults: [string, string, number, number, RegExp][] = [
  ['nothing but white space', '  ', 1, 3, /ends too early/],
  ['an open object', '{"a":1', 1, 7, /ends too early/],
  ['an open text', '{\n  "a": "b', 2, 10, /ends too early/],
  ['a comma before the brace', '{\n  "a": 1,\n}', 3, 1, /No comma/],
  ['a comma before the bracket', '[1, ]', 1, 5, /No comma/],
  ['a missing comma', '{"a":1 "b":2}', 1, 8, /A comma stands between/],
  ['a missing colon', '{"a" 1}', 1, 6, /A colon stands/],
  ['single quotes', "{'a':1}", 1, 2, /double quotes/],
  ['a name without quotes', '{a:1}', 1, 2, /double quotes/],
  ['a form', 'email=a@example.com', 1, 1, /double quotes/],
  ['another language', '{"a":True}', 1, 6, /`true`, `false` and `null`/],
  ['NaN', '{"a":NaN}', 1, 6, /bare words/],
  ['a comment', '{ // the email\n}', 1, 3, /no comments/],
  ['a byte order mark', '\u{feff}{}', 1, 1, /byte order mark/],
  ['a line break in a text', '{"a":"b\nc"}', 1, 8, /line break/],
  ['a backslash in a text', '{"a":"C:\\dir"}', 1, 9, /backslash/],
  ['two values', '{} {}', 1, 4, /nothing after the end/],
  ['a number with a zero before it', '{"a":01}', 1, 7, /A comma stands/],
  ['what stands behind a character of two units', '{"\u{1f4b3}":}', 1, 6, /one JSON object/],
]

describe('the first fault of a text that is no JSON', () => {
  it.each(faults)('is found: %s', (_what, text, line, column, hint) => {
    expect(() => void JSON.parse(text)).toThrow(SyntaxError)
    expect(jsonFault(text)).toEqual({ line, column, hint: expect.stringMatching(hint) })
  })

  it('is found in a body of 1 MiB, be it one text or many brackets', () => {
    expect(jsonFault(`{"a":"${'x'.repeat(1_000_000)}`).column).toBe(1_000_007)
    expect(jsonFault(`{"a":"${'\\n'.repeat(500_000)}`).column).toBe(1_000_007)
    expect(jsonFault('['.repeat(1_000_000)).column).toBe(1_000_001)
  })
})
