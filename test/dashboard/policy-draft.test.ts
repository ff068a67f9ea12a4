import { describe, expect, it } from 'vitest'
import { policyCascadeRows } from '../../dashboard/src/lib/cascade-rows.ts'
import {
  policyChangesBetween,
  inversePolicyDraftChanges,
  mergePatch,
  readJson,
  withPolicyField,
} from '../../dashboard/src/lib/policy-draft.ts'
import { policyFieldAtPath, flattenPolicy, type PolicyAndCaps } from '../../dashboard/src/lib/policy-fields.ts'
import { parseAmount } from '../../dashboard/src/lib/amount.ts'

const rules = (policy: PolicyAndCaps['policy'], limits: PolicyAndCaps['limits'] = {}): PolicyAndCaps => ({
  policy,
  limits,
})

describe('the draft of a policy', () => {
  it.each<[string, unknown, PolicyAndCaps, PolicyAndCaps]>([
    ['limits.perDay', 500, rules({}), rules({ limits: { perDay: 500 } })],
    ['limits.perDay', undefined, rules({ limits: { perDay: 500 } }), rules({})],
    ['limits.perDay', undefined, rules({ limits: { perDay: 5, total: 9 } }), rules({ limits: { total: 9 } })],
    ['cap.perDay', 0, rules({}), rules({}, { perDay: 0 })],
    ['requireIntent', false, rules({}), rules({ requireIntent: false })],
    ['requireIntent', undefined, rules({ requireIntent: false }), rules({})],
  ])('sets %s to %o', (name, value, before, after) => {
    expect(withPolicyField(before, name, value)).toEqual(after)
  })

  it('sends what changed alone, unsets by null, and has a way back', () => {
    const before = rules({ requireIntent: true, limits: { perAuth: 100, total: 900 } }, { perMonth: 5 })
    const after = rules({ requireCvv: false, limits: { perAuth: 200, total: 900 } })
    const changes = policyChangesBetween(before, after)
    expect(mergePatch(changes)).toEqual({
      policy: { requireIntent: null, requireCvv: false, limits: { perAuth: 200 } },
      limits: { perMonth: null },
    })
    expect(mergePatch(inversePolicyDraftChanges(changes))).toEqual({
      policy: { requireIntent: true, requireCvv: null, limits: { perAuth: 100 } },
      limits: { perMonth: 5 },
    })
  })

  it('takes the same members in another order for no change', () => {
    const hours = { timezone: 'UTC', days: [1], from: '09:00', to: '17:00' }
    const turned = { to: '17:00', from: '09:00', days: [1], timezone: 'UTC' }
    expect(policyChangesBetween(rules({ activeHours: hours }), rules({ activeHours: turned }))).toEqual([])
  })

  it.each(['{', '[]', 'null', '{"policy": 1}', '{"limits": []}', '{"polices": {}}', '{"policy": {"limits": 3}}'])(
    'says what is wrong with %s',
    (text) => expect(readJson(text)).toBeTypeOf('string'),
  )

  it.each([
    ['policy.limits.perAuth', 'limits.perAuth'],
    ['limits.perAuth', 'cap.perAuth'],
    ['policy.allowedMccs[2]', 'allowedMccs'],
    ['policy.activeHours.timezone', 'activeHours'],
    ['policy.activeHours.days[0]', 'activeHours'],
    ['policy.unheard', undefined],
    ['name', undefined],
  ])('finds the field of %s', (path, name) => expect(policyFieldAtPath(path)?.name).toBe(name))

  it.each([
    ['1', 100],
    ['$1,234.5', 123_450],
    ['0', 0],
    ['1.234', undefined],
    ['25,50', undefined],
    ['-1', undefined],
    ['a lot', undefined],
    ['99999999999999', undefined],
  ])('reads %s as cents', (text, cents) => expect(parseAmount(text)).toBe(cents))
})

describe('the rows of the cascade', () => {
  const level = (name: string, own: PolicyAndCaps) => ({ level: name, name, href: '/', fields: flattenPolicy(own) })
  const levels = [
    level('customer', rules({ limits: { perDay: 900 } }, { perDay: 400 })),
    level('agent', rules({ limits: { perDay: 700 } }, { perDay: 600 })),
  ]
  const { rows, elsewhere } = policyCascadeRows({
    levels,
    effective: { 'limits.perDay': 700, requireIntent: false },
    sources: { 'limits.perDay': 'agent', requireIntent: 'default' },
    warnings: [
      { message: 'of a field', fields: ['limits.perDay'] },
      { message: 'of none', fields: ['limits', 'policy.limits'] },
    ],
  })
  const row = (field: string) => rows.find((one) => one.field === field)

  it('say which level replaces a value, and which cap is met before it', () => {
    expect(row('limits.perDay')).toMatchObject({
      value: 700,
      cells: { customer: { holds: false, replacedBy: 'agent' }, agent: { holds: true } },
      cappedBy: { level: 'customer', cents: 400 },
      warnings: [{ message: 'of a field' }],
    })
  })

  it('let every cap hold, and show the smallest', () => {
    expect(row('cap.perDay')).toMatchObject({
      value: 400,
      source: 'customer',
      cells: { customer: { holds: true }, agent: { holds: true } },
    })
  })

  it('keep what no field has apart', () => expect(elsewhere.map(({ message }) => message)).toEqual(['of none']))
})
