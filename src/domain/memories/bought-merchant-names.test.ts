import { describe, expect, it } from 'vitest'
import { acceptedPairs } from '../../../test/merchant-names/pairs.ts'
import { compileMerchant, isSameMerchant } from '../merchant-match/merchant-match.ts'
import {
  replayedBoughtMerchants,
  BoughtMerchantNames,
  MOST_BOUGHT_MERCHANTS,
  withBoughtMerchant,
} from './bought-merchant-names.ts'

describe('the names where a customer has bought', () => {
  it('have those that are the same merchant, as a comparison with each of them says', () => {
    const names = acceptedPairs.slice(0, 300).map(({ listed }) => listed)
    const bought = new BoughtMerchantNames(names)
    const isAmong = (observed: string) =>
      names.some((name) => name === observed || isSameMerchant(compileMerchant(observed), compileMerchant(name)))
    const asked = acceptedPairs.slice(200, 500).flatMap(({ observed, listed }) => [observed, listed])
    expect(asked.filter((observed) => bought.has(observed) !== isAmong(observed))).toEqual([])
    expect(asked.filter(isAmong).length).toBeGreaterThan(100)
  })

  it('have an equal name that identifies nobody, and names with the place of the purchase', () => {
    const bought = new BoughtMerchantNames(['***', 'NOODLE BAR ZZYZX'])
    expect(bought.has('***')).toBe(true)
    expect(bought.has('NOODLE BAR')).toBe(false)
    expect(bought.has('NOODLE BAR', { city: 'Zzyzx' })).toBe(true)
  })

  it('are the newest, of those that are added', () => {
    const bought = new BoughtMerchantNames(
      Array.from({ length: MOST_BOUGHT_MERCHANTS }, (_, index) => `Shop of ${index} things`),
    )
    bought.add('Shop of 0 things')
    bought.add('Ink Shop')
    expect(bought.size).toBe(MOST_BOUGHT_MERCHANTS)
    expect(bought.newestFirst().slice(0, 2)).toEqual([
      ['Ink Shop', 'inkshop'],
      ['Shop of 0 things', 'shopof0things'],
    ])
    expect(
      ['Ink Shop', 'Shop of 0 things', 'Shop of 1 things', 'Shop of 2 things'].map((name) => bought.has(name)),
    ).toEqual([true, true, false, true])
  })

  it.each([
    ['of no shape', (n: number) => `${n * 7919} Company ${n}`, 10],
    ['that begin alike', (n: number) => `EB *${n}`, 200],
    ['with one key', (n: number) => `EB *PYCON ${'x'.repeat(n % 50)} ${n}`, 200],
  ])('%s are compared with a purchase only where they may be the same, and at most 200 of them', (_, nameOf, most) => {
    const bought = new BoughtMerchantNames(Array.from({ length: MOST_BOUGHT_MERCHANTS }, (_each, n) => nameOf(n)))
    let compared = 0
    const has = (name: string) =>
      bought.has(name, { city: 'Seattle', country: 'US' }, (...names) => {
        compared += 1
        return isSameMerchant(...names)
      })
    expect(has('EB *FRESH BAKERY')).toBe(false)
    expect(compared).toBeLessThanOrEqual(most)
  })

  it('keep what is not committed to itself', () => {
    const bought = new BoughtMerchantNames(['Ink Shop'])
    const more = withBoughtMerchant(bought, 'Paper Shop')
    expect(['INK SHOP 0042', 'PAPER SHOP 0042', 'Pen Shop'].map((name) => more.has(name))).toEqual([true, true, false])
    expect(bought.has('Paper Shop')).toBe(false)
  })

  it('of a recorded decision are none, or any merchant but no payee', () => {
    expect(replayedBoughtMerchants(true).has('Ink Shop')).toBe(false)
    expect(['Ink Shop', ''].map((name) => replayedBoughtMerchants(false).has(name))).toEqual([true, false])
  })
})
