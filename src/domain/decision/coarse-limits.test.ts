import { describe, expect, it } from 'vitest'
import { issuerCoarseLimits } from './coarse-limits.ts'

describe('what an issuer holds a card to', () => {
  it('is the smallest cap on one purchase, and twice the smallest of each window', () => {
    const levels = {
      customer: { policy: { limits: { perAuth: 900, perDay: 5000 } }, limits: { perMonth: 40_000 } },
      agent: { policy: { maxAmount: 700 }, limits: { perDay: 3000 } },
      card: { policy: { limits: { perDay: 4000 } }, limits: { perAuth: 800, total: 9000 } },
    }
    expect(issuerCoarseLimits(levels)).toEqual({ perAuth: 700, perDay: 6000, perMonth: 80_000, total: 18_000 })
  })

  it('is nothing where nothing is limited', () => {
    expect(issuerCoarseLimits({ customer: noRules, agent: null, card: noRules })).toEqual({})
  })
})

const noRules = { policy: {}, limits: {} }
