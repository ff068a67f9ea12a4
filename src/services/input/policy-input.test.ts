import { describe, expect, it } from 'vitest'
import type { ApiError } from '../../contract/errors.ts'
import { isCountry } from '../../domain/countries.ts'
import { patchedPolicy, policyOfInput } from './policy-input.ts'

function refusal(work: () => unknown) {
  try {
    work()
  } catch (error) {
    const { code, extras } = error as ApiError
    return { code, param: extras.param, hint: extras.hint }
  }
  return undefined
}

describe('codes of countries in a policy', () => {
  it('are those that ISO 3166-1 has, as the names of the platform know them, and two of card networks', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    const named = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => names.of(code) !== undefined)
    /**
     * The codes that JavaScript has a name for, but that are no countries of ISO 3166-1: parts of countries, unions, withdrawn codes, and
     * codes for tests.
     */
    const none = 'AC BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'.split(' ')
    expect(named.filter((code) => !isCountry(code) && !none.includes(code))).toEqual([])
    expect(none.filter(isCountry)).toEqual([])
    expect([isCountry('XK'), isCountry('AN'), isCountry('gb')]).toEqual([true, true, false])
  })

  it('are refused where no country has them, with the one that is meant', () => {
    expect(policyOfInput({ allowedCountries: ['us', 'gb'] })).toEqual({ allowedCountries: ['US', 'GB'] })
    expect(refusal(() => policyOfInput({ blockedCountries: ['US', 'uk'] }))).toEqual({
      code: 'invalid_request',
      param: 'policy.blockedCountries[1]',
      hint: 'The code that ISO and the card networks have is `GB`.',
    })
    expect(refusal(() => policyOfInput({ allowedCountries: ['ZZ'] }, 'shadowPolicy'))).toMatchObject({
      param: 'shadowPolicy.allowedCountries[0]',
    })
  })

  it('stay where they were stored before, so that the rest of the policy can be changed', () => {
    const stored = { blockedCountries: ['UK'], maxAmount: 100 }
    expect(patchedPolicy(stored, { maxAmount: 200 })).toEqual({ blockedCountries: ['UK'], maxAmount: 200 })
    expect(patchedPolicy(stored, { blockedCountries: ['UK', 'DE'] })).toMatchObject({ blockedCountries: ['UK', 'DE'] })
    expect(refusal(() => patchedPolicy(stored, { blockedCountries: ['UK', 'EU'] }))?.param).toBe(
      'policy.blockedCountries[1]',
    )
  })
})
