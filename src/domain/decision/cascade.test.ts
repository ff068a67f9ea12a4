import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { policyLevels, limitWindows, type Policy } from '../../contract/policy.ts'
import { policyDefaults } from '../../contract/policy-sheet/defaults.ts'
import { effectivePolicy, type CascadeLevels } from './cascade.ts'

const level = (policy: Policy) => ({ policy })
const levels = (customer: Policy, agent: Policy | null = null, card: Policy | null = null): CascadeLevels => ({
  customer: level(customer),
  agent: agent && level(agent),
  card: card && level(card),
})

describe('cascade', () => {
  it('customer, agent, card: the most specific level that sets a field supplies it', () => {
    const { policy, sources } = effectivePolicy(
      levels(
        { limits: { perAuth: 300, perMonth: 9000 }, blockedMccs: ['7995'] },
        { limits: { perAuth: 200 }, cooldownMinutes: 5 },
        { limits: { perAuth: 100 }, cooldownMinutes: 0 },
      ),
    )
    expect(policy).toEqual({
      ...policyDefaults,
      limits: { perAuth: 100, perMonth: 9000 },
      blockedMccs: ['7995'],
      cooldownMinutes: 0,
    })
    expect(sources).toMatchObject({
      'limits.perAuth': 'card',
      'limits.perMonth': 'customer',
      blockedMccs: 'customer',
      cooldownMinutes: 'card',
    })
  })

  it('active hours are one field', () => {
    const above = { timezone: 'UTC', days: [1], from: '09:00', to: '17:00' }
    const below = { timezone: 'Europe/Berlin', days: [], from: '00:00', to: '00:00' }
    const { policy, sources } = effectivePolicy(levels({ activeHours: above }, { activeHours: below }))
    expect(policy.activeHours).toEqual(below)
    expect(sources.activeHours).toBe('agent')
  })

  it('what no level sets is a default, or absent', () => {
    const { policy, sources } = effectivePolicy(levels({}, {}, { limits: {} }))
    expect(policy).toEqual(policyDefaults)
    expect(sources).toEqual(Object.fromEntries(Object.keys(policyDefaults).map((field) => [field, 'default'])))
  })

  it('a field that is there but undefined is not set', () => {
    const unset = { cooldownMinutes: undefined } as unknown as Policy
    expect(effectivePolicy(levels({ cooldownMinutes: 5 }, unset)).policy.cooldownMinutes).toBe(5)
  })
})

/** A policy with any fields: how policies combine does not depend on their values. */
const anyPolicy = fc
  .record(
    {
      requireIntent: fc.boolean(),
      maxAmount: fc.nat(),
      cooldownMinutes: fc.nat(),
      attestationWindowMinutes: fc.nat(),
      blockedMccs: fc.array(fc.constantFrom('5411', '7995')),
      limits: fc.record(Object.fromEntries(limitWindows.map((window) => [window, fc.nat()])), { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  .map((policy) => policy as Policy)

/** A policy as fields with dotted keys. */
const flat = ({ limits = {}, ...fields }: Policy): Record<string, unknown> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(limits).map(([window, limit]) => [`limits.${window}`, limit])),
})

describe('laws of the cascade', () => {
  it('each field is that of the most specific level that sets it, and its source says so', () => {
    fc.assert(
      fc.property(anyPolicy, fc.option(anyPolicy), fc.option(anyPolicy), (customer, agent, card) => {
        const all = levels(customer, agent, card)
        const { policy, sources } = effectivePolicy(all)
        const fields = flat(policy)
        expect(Object.keys(sources).toSorted()).toEqual(Object.keys(fields).toSorted())
        for (const [field, value] of Object.entries(fields)) {
          const setBy = policyLevels.findLast((name) => field in flat(all[name]?.policy ?? {}))
          expect(sources[field]).toBe(setBy ?? 'default')
          expect(value).toEqual(
            setBy ? flat(all[setBy]?.policy ?? {})[field] : policyDefaults[field as keyof typeof policyDefaults],
          )
        }
      }),
    )
  })

  it('a level that sets nothing changes nothing', () => {
    fc.assert(
      fc.property(anyPolicy, anyPolicy, (customer, card) => {
        expect(effectivePolicy(levels(customer, {}, card))).toEqual(effectivePolicy(levels(customer, null, card)))
      }),
    )
  })

  it('changes no policy', () => {
    fc.assert(
      fc.property(anyPolicy, anyPolicy, (customer, card) => {
        const before = structuredClone([customer, card])
        effectivePolicy(levels(customer, null, card))
        expect([customer, card]).toEqual(before)
      }),
    )
  })
})
