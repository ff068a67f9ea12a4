import { describe, expect, it } from 'vitest'
import type { RuleReasonCode } from '../../contract/reasons.ts'
import type { Policy } from '../../contract/policy.ts'
import { somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'

const codesOf = (described: SomeCardFields, request: Partial<SpendRequest> = {}) =>
  decidePurchase(cardWithLevels(described), somePurchase(request)).reasons.map(({ code }) => code)

describe('merchants', () => {
  const acme = { name: 'ACME TOOLS', mcc: '5734', country: 'us' }

  it.each<[string, Policy, SpendRequest['merchant'], RuleReasonCode[]]>([
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

  it.each<[string, Policy, SpendRequest['merchant'], RuleReasonCode[]]>([
    ['an id that is listed', { allowedMerchantIds: ['m1', 'm2'], blockedMerchantIds: ['M1'] }, { networkId: 'm1' }, []],
    ['another', { allowedMerchantIds: ['m1'] }, { networkId: 'M1' }, ['merchant_not_allowed']],
    ['none where an allow list needs one', { allowedMerchantIds: ['m1'] }, {}, ['merchant_missing']],
    ['none where a block list has one', { blockedMerchantIds: ['m1'] }, {}, []],
    ['an empty allow list', { allowedMerchantIds: [] }, { networkId: 'm1' }, ['merchant_not_allowed']],
    [
      'a blocked one',
      { allowedMerchantIds: ['m1'], blockedMerchantIds: ['m1'] },
      { networkId: 'm1' },
      ['merchant_blocked'],
    ],
    [
      'names and ids, each for itself, what is missing first',
      { allowedMerchants: ['Uber'], allowedMerchantIds: ['m1'], blockedMerchants: ['Acme Tools'] },
      { name: 'Acme Tools' },
      ['merchant_missing', 'merchant_not_allowed', 'merchant_blocked'],
    ],
  ])('ids of the network: %s', (_, policy, merchant, codes) => {
    expect(codesOf({ card: { policy } }, { merchant })).toEqual(codes)
  })

  it('ids of the network come down the cascade like the other lists', () => {
    const described = {
      customer: { policy: { allowedMerchantIds: ['m1'] } },
      card: { policy: { allowedMerchantIds: ['m2'] } },
    }
    expect(codesOf(described, { merchant: { networkId: 'm2' } })).toEqual([])
    expect(codesOf(described, { merchant: { networkId: 'm1' } })).toEqual(['merchant_not_allowed'])
  })

  it.each<[string, string, RuleReasonCode[]]>([
    ['a shop behind a processor is who it says', '5734', []],
    ['a person is not', '4829', ['merchant_not_allowed', 'merchant_locked']],
  ])('where the category tells who is paid: %s', (_, mcc, codes) => {
    const card = { merchantLock: 'GitHub', policy: { allowedMerchants: ['GitHub'], lockToFirstMerchant: true } }
    const paid = codesOf({ card }, { merchant: { name: 'PAYPAL *GITHUB', mcc } })
    expect(paid).toEqual(codes)
    expect(codesOf({ card }, { merchant: { name: 'GITHUB', mcc } })).toEqual([])
    const blocked = { card: { policy: { blockedMerchants: ['GitHub'] } } }
    expect(codesOf(blocked, { merchant: { name: 'PAYPAL *GITHUB', mcc } })).toEqual(['merchant_blocked'])
  })

  it('the reason of a block names the entry of the list', () => {
    const { reasons } = decidePurchase(
      cardWithLevels({ agent: { policy: { blockedMerchants: ['Uber', 'Acme Tools'] } } }),
      somePurchase({ merchant: acme }),
    )
    expect(reasons).toMatchObject([
      { rule: 'blockedMerchants', level: 'agent', limit: 'Acme Tools', observed: 'ACME TOOLS' },
    ])
  })

  it.each<[string, SomeCardFields['card'], SpendRequest['merchant'], RuleReasonCode[]]>([
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
