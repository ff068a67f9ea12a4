import { describe, expect, it } from 'vitest'
import { compilePolicy } from './compiled-policy.ts'

describe('compiled policies', () => {
  const customer = { policy: { blockedMccs: ['7995'], allowedMerchants: ['Acme Tools'] } }
  const agent = { policy: {} }
  const card = { policy: {} }

  it('are compiled once for the same three policies, whoever holds them', () => {
    const compiled = compilePolicy({ customer, agent, card })
    expect(compilePolicy({ customer: { ...customer }, agent: { ...agent }, card: { ...card } })).toBe(compiled)
  })

  it('and anew for any other', () => {
    const all = [
      compilePolicy({ customer, agent, card }),
      compilePolicy({ customer, agent, card: null }),
      compilePolicy({ customer, agent: null, card }),
      compilePolicy({ customer, agent, card: { policy: {} } }),
      compilePolicy({ customer: { policy: { ...customer.policy } }, agent, card }),
    ]
    expect(new Set(all).size).toBe(5)
  })

  it('share the lists of a level: one of thousands is compiled once for all cards beneath', () => {
    const one = compilePolicy({ customer, agent, card })
    const other = compilePolicy({ customer, agent, card: { policy: { cooldownMinutes: 5 } } })
    expect(other.blockedMccs).toBe(one.blockedMccs)
    expect(other.allowedMerchants).toBe(one.allowedMerchants)
  })
  it('share a long list that was read again: its content is the same, its array another', () => {
    const read = () => ({
      blockedMerchants: Array.from({ length: 100 }, (_, n) => `Mart ${n}`),
      allowedMccs: ['5411'],
    })
    const [one, other] = [read(), read()].map((policy) => compilePolicy({ customer, agent, card: { policy } }))
    expect(other?.blockedMerchants).toBe(one?.blockedMerchants)
    expect(other?.policy.blockedMerchants).toBe(one?.policy.blockedMerchants)
    const longer = { ...read(), blockedMerchants: [...read().blockedMerchants, 'Mart'] }
    expect(compilePolicy({ customer, agent, card: { policy: longer } }).blockedMerchants).not.toBe(
      one?.blockedMerchants,
    )
  })
})
