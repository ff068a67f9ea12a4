import { describe, expect, it } from 'vitest'
import { acceptedPairs, refusedPairs } from '../../../test/merchant-names/pairs.ts'
import { explainMatch, merchantMatches, merchantWhereabouts } from './merchant-match.ts'

const told = (observed: string, listed: string, where?: { city?: string; country?: string }) =>
  explainMatch(observed, listed, where && merchantWhereabouts(where)).tolerated.map(
    ({ tolerance, text }) => `${tolerance}: ${text}`,
  )

describe('an explanation', () => {
  it.each([
    ['TESCO STORES-3333 MILL HILL', 'Tesco', ['shop_word: STORES', 'number: 3333', 'place: MILL HILL']],
    ['SQ *CAMPOS COFFEE 163', 'Campos Coffee', ['processor: SQ *', 'spelling: CAMPOS COFFEE', 'number: 163']],
    ['ACME LIMIT GBP', 'Acme', ['spelling: ACME', 'legal_form: LIMIT', 'currency: GBP']],
    ['MOONPIGUK', 'Moonpig', ['spelling: MOONPIG', 'glued: UK']],
    ['BOOTS 1234 ARGYLE ST', 'Boots', ['spelling: BOOTS', 'street: 1234 ARGYLE ST']],
    ['AMZN MKTP US*2K4AB1C23', 'Amazon', ['short_form: AMZN MKTP', 'place: US', 'number: 2K4AB1C23']],
    ['Tesco', 'Tesco', []],
  ])('of %s and %s says what was set aside', (observed, listed, expected) => {
    const said = told(observed, listed)
    for (const one of expected) expect(said).toContain(one)
    if (expected.length === 0) expect(said).toEqual([])
  })

  it('names the authorization’s own place', () => {
    expect(told('TESCO 3333 ZZYZX', 'Tesco', { city: 'Zzyzx' })).toContain('own_place: ZZYZX')
  })

  it('of a refusal says what to list instead, and that the names are near', () => {
    expect(explainMatch('TESCO GIFT CARDS 3333', 'Tesco')).toMatchObject({ matches: false, add: 'TESCO GIFT CARDS' })
    expect(explainMatch('TESOC', 'Tesco').message).toContain('near')
    expect(explainMatch('SHADY BAR', 'Tesco').message).not.toContain('near')
  })

  it('never says another thing than a decision', () => {
    const said = [...acceptedPairs, ...refusedPairs].filter(
      ({ observed, listed }) => explainMatch(observed, listed).matches !== merchantMatches(observed, listed),
    )
    expect(said).toEqual([])
  })
})
