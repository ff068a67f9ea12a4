import { expect, it } from 'vitest'
import { TEST_NOON, somePurchase } from '../../../test/support/records/subject.ts'
import type { PendingIntent } from '../entities.ts'
import { isListedMerchant } from '../merchant-match/merchant-match.ts'
import {
  intentMerchantNameIndexer,
  intentsAtMerchant,
  addIntentKeepingNameIndex,
  removeIntentsKeepingNameIndex,
} from './intended-merchant.ts'

/** The merchants of as many intents as a card may have: most of one shape, and some that name the merchant of the purchase. */
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
  createdAt: TEST_NOON,
  expiresAt: TEST_NOON + 1,
  expectedMerchant,
}))

it.each([
  ['GITHUB, INC.', ['GitHub', 'GITHUB.COM']],
  ['SQ *BLUE BOTTLE COFFEE', ['Blue Bottle Coffee']],
  ['SQ *7TH STREET COFFEE', ['SQ *7TH STREET COFFEE']],
  ['Fresh Bakery', []],
])('of a thousand names, those that may be %s are compared', (name, expected) => {
  let compared = 0
  const more: PendingIntent = {
    id: 'int_more',
    createdAt: TEST_NOON,
    expiresAt: TEST_NOON + 1,
    expectedMerchant: name,
  }
  const found = (list: readonly PendingIntent[]) =>
    [
      ...intentsAtMerchant(list, somePurchase({ merchant: { name } }), (...names) => {
        compared += 1
        return isListedMerchant(...names)
      }),
    ].map(({ expectedMerchant }) => expectedMerchant)
  expect(found(intents)).toEqual(expected)
  expect(found(addIntentKeepingNameIndex(intents, more))).toEqual([...expected, name])
  expect(compared).toBeLessThanOrEqual(20)
})

it('lists that follow from each other find what each finds anew, however often they change', () => {
  const { merchant } = somePurchase({ merchant: { name: 'GITHUB, INC.' } })
  let list: readonly PendingIntent[] = intents
  for (let n = 0; n < 40; n += 1) {
    const expectedMerchant = ['GitHub', 'Uber', undefined][n % 3]
    const more: PendingIntent = { id: `int_more_${n}`, createdAt: TEST_NOON, expiresAt: TEST_NOON + 1 }
    list = addIntentKeepingNameIndex(list, expectedMerchant === undefined ? more : { ...more, expectedMerchant })
    const last = `int_${990 - n * 30}`
    list = removeIntentsKeepingNameIndex(list, ({ id }) => id !== last && id !== `int_more_${n - 4}`)
    const found = (from: readonly PendingIntent[]) => {
      const at = intentsAtMerchant(from, { merchant })
      return list.filter((intent) => at.has(intent)).map(({ id }) => id)
    }
    expect(found(list)).toEqual(found([...list]))
  }
})

it('a list is indexed in steps, one for each name', () => {
  const list = [...intents]
  expect([...intentMerchantNameIndexer(list)]).toHaveLength(NAMES.length)
  expect([...intentMerchantNameIndexer(list)]).toHaveLength(0)
})
