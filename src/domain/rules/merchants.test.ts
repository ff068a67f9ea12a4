import { describe, expect, it } from 'vitest'
import { type ReasonCode } from '../../contract/decisions.ts'
import type { Policy } from '../../contract/policy.ts'
import { purchase, subject, type Described } from '../../../test/support/subject.ts'
import { decide } from '../decide.ts'
import type { SpendRequest } from '../entities.ts'

const codesOf = (described: Described, request: Partial<SpendRequest> = {}) =>
  decide(subject(described), purchase(request)).reasons.map(({ code }) => code)

describe('merchants', () => {
  const acme = { name: 'ACME TOOLS', mcc: '5734', country: 'us' }

  it.each<[string, Policy, SpendRequest['merchant'], ReasonCode[]]>([
    [
      'an empty allow list allows nothing',
      { allowedMccs: [], allowedMerchants: [], allowedCountries: [] },
      acme,
      ['mcc_not_allowed', 'merchant_not_allowed', 'country_not_allowed'],
    ],
    ['an empty block list blocks nothing', { blockedMccs: [], blockedMerchants: [], blockedCountries: [] }, acme, []],
    [
      'a block list alone needs no value',
      { blockedMccs: ['5734'], blockedMerchants: ['Acme'], blockedCountries: ['US'] },
      {},
      [],
    ],
    [
      'an allow list does',
      { allowedMccs: ['5734'], allowedMerchants: ['Acme'], allowedCountries: ['US'] },
      {},
      ['mcc_missing', 'merchant_missing', 'country_missing'],
    ],
    [
      'blocked wins over allowed',
      {
        allowedMccs: ['5734'],
        blockedMccs: ['5734'],
        allowedMerchants: ['Acme Tools'],
        blockedMerchants: ['Acme Tools'],
        allowedCountries: ['US'],
        blockedCountries: ['US'],
      },
      acme,
      ['mcc_blocked', 'merchant_blocked', 'country_blocked'],
    ],
    [
      'not allowed and blocked are two reasons',
      { allowedMccs: ['5411'], blockedMccs: ['5734'] },
      acme,
      ['mcc_not_allowed', 'mcc_blocked'],
    ],
    ['countries in any case', { allowedCountries: ['Us'] }, acme, []],
    [
      'listed',
      { allowedMccs: ['1', '5734'], allowedMerchants: ['Uber', 'Acme Tools'], allowedCountries: ['DE', 'US'] },
      acme,
      [],
    ],
  ])('%s', (_, policy, merchant, codes) => {
    expect(codesOf({ card: { policy } }, { merchant })).toEqual(codes)
  })

  it('the reason of a block names the entry of the list', () => {
    const { reasons } = decide(
      subject({ agent: { policy: { blockedMerchants: ['Uber', 'Acme Tools'] } } }),
      purchase({ merchant: acme }),
    )
    expect(reasons).toMatchObject([
      { rule: 'blockedMerchants', level: 'agent', limit: 'Acme Tools', observed: 'ACME TOOLS' },
    ])
  })

  it.each<[string, Described['card'], SpendRequest['merchant'], ReasonCode[]]>([
    ['at the locked merchant', { merchantLock: 'Acme Tools' }, acme, []],
    ['at another', { merchantLock: 'Uber' }, acme, ['merchant_locked']],
    ['at none', { merchantLock: 'Acme Tools' }, {}, ['merchant_locked']],
    ['not locked yet', {}, {}, []],
    ['switched off', { merchantLock: 'Uber', policy: { lockToFirstMerchant: false } }, acme, []],
  ])('locked to the first merchant: %s', (_, card, merchant, codes) => {
    expect(codesOf({ customer: { policy: { lockToFirstMerchant: true } }, card: card ?? null }, { merchant })).toEqual(
      codes,
    )
  })
})
