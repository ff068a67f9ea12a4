import { describe, expect, it } from 'vitest'
import { compileMerchantList, merchantMatches, merchantWhereabouts } from '../merchant-match.ts'

describe('the authorization’s own place', () => {
  it.each([
    ['TESCO STORES 2231 ZZYZX', { city: 'Zzyzx' }, true],
    ['PIZZA EXPRESS-ZZYZX', { city: 'Zzyzx', country: 'GB' }, true],
    ['TESCO STORE 223 ZZYZ', { city: 'Zzyzx' }, false],
    ['PIZZA EXPRESS LTD ZZYZ', { city: 'Zzyzx' }, true],
    ['TESCO STORES 2231 ZZYZX', {}, false],
    ['TESCO REPAIRS', { city: 'Repairs' }, false],
    ['TESCO HELP.TESCO', { city: 'help.tesco' }, false],
    ['TESCO NORWICH', { country: 'GB' }, true],
    ['TESCO MARRICKVILLE', { country: 'GB' }, false],
    ['TESCO MARRICKVILLE', { country: 'AU' }, true],
    ['TESCO READING', { country: 'GB' }, true],
    ['TESCO READING', {}, false],
    ['PIZZA EXPRESS LTD GUAN', { country: 'CN' }, true],
    ['PIZZA EXPRESS LTD GUAN', { country: 'US' }, false],
  ])('%s at %j: %s', (observed, merchant, expected) => {
    const listed = observed.startsWith('PIZZA') ? 'Pizza Express' : 'Tesco'
    expect(merchantMatches(observed, listed, merchantWhereabouts(merchant))).toBe(expected)
    expect(compileMerchantList([listed]).matches(observed, merchantWhereabouts(merchant))).toBe(
      expected ? listed : undefined,
    )
  })
})
