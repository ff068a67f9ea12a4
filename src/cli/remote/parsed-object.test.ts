import { expect, it } from 'vitest'
import { parseJsonObject } from './parsed-object.ts'

it.each([
  [
    '{"erp":{"id":12345678901234567890}}',
    '--data: erp.id is a number that would be sent as another one. Write it as a text, in double quotes.',
  ],
  ['{"limits":{"perDay":1,"perDay":2}}', '--data: limits.perDay is there twice. Write it once.'],
  ['[1]', '--data must be a JSON object, such as {"label": "Ads"}.'],
  ['{', expect.stringMatching(/^--data is not JSON: /) as unknown as string],
])('refuses %s', (json, message) => {
  expect(() => parseJsonObject(json, '--data')).toThrow(expect.objectContaining({ message }) as Error)
})

it('has every other object as it is', () => {
  expect(parseJsonObject('{"a":{"b":9007199254740991},"b":"12345678901234567890"}', '--data')).toEqual({
    a: { b: 9007199254740991 },
    b: '12345678901234567890',
  })
})
