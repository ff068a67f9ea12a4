import { describe, expect, it } from 'vitest'
import { compileMerchantList, merchantWhereabouts } from './merchant-match.ts'

describe('of a name that is not listed', () => {
  const list = compileMerchantList([
    'Tesco',
    'Blue Bottle Coffee',
    'Müller',
    'Amazon',
    'BP',
    'Initial Washroom Hygiene',
  ])

  it.each([
    ['TESOC STORES 2231 LONDON', { near: 'Tesco', nearest: 'Tesco', add: 'TESOC' }],
    ['TESCCO', { near: 'Tesco', nearest: 'Tesco', add: 'TESCCO' }],
    ['TECO', { near: 'Tesco', nearest: 'Tesco', add: 'TECO' }],
    ['TESCO GIFT CARDS LTD', { near: 'Tesco', nearest: 'Tesco', add: 'TESCO GIFT CARDS' }],
    ['TESCO BANK 2231 MILL HILL', { near: 'Tesco', nearest: 'Tesco', add: 'TESCO BANK' }],
    ['AMAZ0N', { near: 'Amazon', nearest: 'Amazon', add: 'AMAZ0N' }],
    ['MUELLR', { near: 'Müller', nearest: 'Müller', add: 'MUELLR' }],
    ['BLUE BOTTLE', { near: 'Blue Bottle Coffee', nearest: 'Blue Bottle Coffee', add: 'BLUE BOTTLE' }],
    ['MARKS & SPENCER 0412', { add: 'MARKS & SPENCER' }],
    ['SHADY BAR', { add: 'SHADY BAR' }],
    ['BP OXFORD SERVICE AREA', { near: 'BP', nearest: 'BP', add: 'BP OXFORD SERVICE AREA' }],
    ['WELCOME BREAK TESCO', { near: 'Tesco', nearest: 'Tesco', add: 'WELCOME BREAK TESCO' }],
    [
      'INITIAL WASHROOM',
      { near: 'Initial Washroom Hygiene', nearest: 'Initial Washroom Hygiene', add: 'INITIAL WASHROOM' },
    ],
    ['MULL', { nearest: 'Müller', add: 'MULL' }],
    ['MUL', { add: 'MUL' }],
  ])('%s: what it is near, and what to add', (observed, advice) => {
    expect(list.matches(observed)).toBeUndefined()
    expect(list.advise(observed)).toEqual(advice)
    expect(compileMerchantList([advice.add]).matches(observed)).toBe(advice.add)
  })

  it('takes off the authorization’s own place', () => {
    const where = merchantWhereabouts({ city: 'Zzyzx' })
    expect(list.advise('SHADY BAR ZZYZX', where).add).toBe('SHADY BAR')
  })
})
