import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrubLogLine } from './scrub.ts'

const KEY = `sk_${'a1B2'.repeat(10)}`

describe('scrub', () => {
  it.each([
    { what: 'a card number', line: 'paid with 4000000000000002 today', scrubbed: 'paid with [redacted] today' },
    { what: 'one in JSON', line: '{"pan":"4242424242424242"}', scrubbed: '{"pan":"[redacted]"}' },
    { what: 'one as a JSON number', line: '{"pan":378282246310005}', scrubbed: '{"pan":0}' },
    { what: 'one in a JSON array', line: '[378282246310005,1]', scrubbed: '[0,1]' },
    { what: 'one in groups', line: '4242 4242 4242 4242', scrubbed: '[redacted]' },
    { what: 'one with dashes', line: 'card=4242-4242-4242-4242;', scrubbed: 'card=[redacted];' },
    { what: 'the shortest', line: '676770000005', scrubbed: '[redacted]' },
    { what: 'the longest', line: '6304000000000000018', scrubbed: '[redacted]' },
    { what: 'two of them', line: '4000000000000002,4242424242424242', scrubbed: '[redacted],[redacted]' },
    { what: 'an API key', line: `key ${KEY}.`, scrubbed: 'key sk_[redacted].' },
    { what: 'a webhook secret', line: `whsec_${'0f'.repeat(32)}`, scrubbed: 'whsec_[redacted]' },
    {
      what: 'a bearer token',
      line: '"authorization":"Bearer abc.def"',
      scrubbed: '"authorization":"Bearer [redacted]"',
    },
    { what: 'a password in a URL', line: 'postgres://u:hunter2@db/p', scrubbed: 'postgres://u:[redacted]@db/p' },
  ])('takes out $what', ({ line, scrubbed }) => {
    expect(scrubLogLine(line)).toBe(scrubbed)
  })

  it.each([
    'a time: 2026-11-21T03:36:11.000Z',
    'an amount: 4200',
    'a run that fails the Luhn check: 4000000000000003',
    'a longer run: 40000000000000020000',
    'an id: card_01jd3v5x8k2m4n6p8q0r2s4t6v',
    'a URL without a password: http://127.0.0.1:8420/v1/cards',
  ])('leaves %s', (line) => {
    expect(scrubLogLine(line)).toBe(line)
  })

  it('finds a card number wherever it stands', () => {
    const number = fc.stringMatching(/^[0-9]{11,18}$/).map((body) => body + luhnDigit(body))
    const around = fc.stringMatching(/^[a-z":, ]{0,12}$/).filter((text) => !text.endsWith(' '))
    fc.assert(
      fc.property(around, number, fc.stringMatching(/^[a-z":,]{0,12}$/), (before, pan, after) => {
        expect(scrubLogLine(`${before}${pan}${after}`)).not.toContain(pan)
      }),
    )
  })
})

/** The Luhn check digit of a card number, found by trying all ten digits, so that the test does not repeat the code that it tests. */
function luhnDigit(body: string): string {
  const isValid = (digits: number[]) =>
    digits
      .toReversed()
      .reduce((sum, digit, i) => sum + (i % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!), 0) %
      10 ===
    0
  return '0123456789'.split('').find((last) => isValid(`${body}${last}`.split('').map(Number))) as string
}
