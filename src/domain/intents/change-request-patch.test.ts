import { describe, expect, it } from 'vitest'
import type { WantedChange } from '../../contract/resources/change-requests.ts'
import type { Policy } from '../../contract/policy.ts'
import { changeRequestPatch } from './change-request-patch.ts'

const patch = (wanted: WantedChange, { customer = {}, card = {} }: { customer?: Policy; card?: Policy } = {}) =>
  changeRequestPatch({ customer: { policy: customer }, agent: null, card: { policy: card } }, wanted)

const others = Array.from({ length: 300 }, (_, n) => `Mart ${n}`)

describe('the PATCH of a change that is asked for', () => {
  it('says fields, limits and a status as they were asked for', () => {
    const wanted = { policy: { maxAmount: null }, limits: { perDay: 500 }, status: 'active' } as const
    expect(patch(wanted)).toEqual(wanted)
  })

  it.each<[string, NonNullable<WantedChange['allow']>, { customer?: Policy; card?: Policy }, Policy | undefined]>([
    [
      'adds to the list that holds, be it of a level above',
      { merchant: 'GitHub' },
      { customer: { allowedMerchants: ['Uber'] } },
      { allowedMerchants: ['Uber', 'GitHub'] },
    ],
    [
      'takes away all that blocks it, however it is written there',
      { merchant: 'GITHUB INC' },
      { customer: { blockedMerchants: ['GitHub', 'Uber', 'github inc'] } },
      { blockedMerchants: ['Uber'] },
    ],
    [
      'takes away all of a long list that blocks it',
      { merchant: 'GITHUB INC' },
      { customer: { blockedMerchants: ['GitHub', ...others, 'github inc', 'Uber', 'GITHUB.COM'] } },
      { blockedMerchants: [...others, 'Uber'] },
    ],
    ['leaves a list that has it', { merchant: 'GITHUB' }, { card: { allowedMerchants: ['GitHub'] } }, undefined],
    ['makes no list where there is none', { merchant: 'GitHub', mcc: '5734', country: 'de' }, {}, undefined],
    [
      'does both for each fact',
      { mcc: '5734', country: 'de' },
      { card: { allowedMccs: ['5411'], blockedCountries: ['DE', 'US'] } },
      { allowedMccs: ['5411', '5734'], blockedCountries: ['US'] },
    ],
    [
      'compares ids exactly',
      { merchantId: 'm1' },
      { card: { allowedMerchantIds: ['M1'], blockedMerchantIds: ['M1', 'm1'] } },
      { allowedMerchantIds: ['M1', 'm1'], blockedMerchantIds: ['M1'] },
    ],
  ])('%s', (_, allow, policies, policy) => {
    expect(patch({ allow }, policies)).toEqual(policy === undefined ? {} : { policy })
  })
})
