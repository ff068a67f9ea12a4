import { expect, it } from 'vitest'
import { now, purchase } from '../../../test/support/records/subject.ts'
import type { PendingIntent } from '../entities.ts'
import { isListedMerchant } from '../merchant-match/merchant-match.ts'
import { intendedMerchant } from './intended-merchant.ts'

/** The names of as many intents as a card may have, most of one shape, and some of the merchant where is bought. */
const NAMES = [
  ...Array.from({ length: 330 }, (_, n) => `Company ${n} Trading ${n * 7919}`),
  ...Array.from({ length: 330 }, (_, n) => `a${n} mart qqqqqqqqqqqq`),
  ...Array.from({ length: 330 }, (_, n) => `SQ *${n}TH STREET COFFEE`),
  'GitHub',
  'GITHUB.COM',
  'Blue Bottle Coffee',
]
const intents = NAMES.map((expectedMerchant, n): PendingIntent & { expectedMerchant: string } => ({
  id: `int_${n}`,
  createdAt: now,
  expiresAt: now + 1,
  expectedMerchant,
}))

it.each([
  ['GITHUB, INC.', ['GitHub', 'GITHUB.COM']],
  ['SQ *BLUE BOTTLE COFFEE', ['Blue Bottle Coffee']],
  ['SQ *7TH STREET COFFEE', ['SQ *7TH STREET COFFEE']],
  ['Fresh Bakery', []],
])('of a thousand names, those that may be %s are compared', (name, expected) => {
  let compared = 0
  const matches = intendedMerchant(purchase({ merchant: { name } }), (...names) => {
    compared += 1
    return isListedMerchant(...names)
  })
  const found = intents.filter((intent) => matches(intent, intent.expectedMerchant))
  expect(found.map(({ expectedMerchant }) => expectedMerchant)).toEqual(expected)
  expect(compared).toBeLessThanOrEqual(10)
})
