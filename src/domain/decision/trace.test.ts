import { describe, expect, it } from 'vitest'
import { reasonCodes } from '../../contract/decisions.ts'
import { randomCase } from '../../../test/model/cases.ts'
import { subjectOf } from '../../../test/model/case.ts'
import { seededRandom } from '../../../test/model/random.ts'
import { decide } from '../ladder/decide.ts'
import { checks, packTrace, unpackTrace, type PackedTrace } from './trace.ts'

describe('a stored trace', () => {
  it('comes back as it was', () => {
    const random = seededRandom(7)
    for (let n = 0; n < 300; n += 1) {
      const question = randomCase(random)
      const { trace } = decide(subjectOf(question), question.request)
      const stored = JSON.parse(JSON.stringify(packTrace(trace))) as PackedTrace
      expect(unpackTrace(stored)).toStrictEqual(trace)
    }
  })

  it('knows every code', () => {
    expect(new Set(checks.map(([, code]) => code))).toEqual(new Set(reasonCodes))
  })

  it('of earlier versions stays readable: numbers keep their meaning', () => {
    const stored = [
      [0, 1, null, 'active'],
      [9, 4, 500, 700],
      [18, 3, 900, 100],
      [36, 5],
    ]
    expect(unpackTrace(stored)).toStrictEqual([
      { rule: 'status', code: 'customer_not_active', passed: true, level: 'customer', observed: 'active' },
      {
        rule: 'maxAmount',
        code: 'per_auth_exceeded',
        passed: false,
        level: 'card',
        window: 'perAuth',
        limit: 500,
        observed: 700,
      },
      {
        rule: 'limits.total',
        code: 'limit_exceeded',
        passed: true,
        level: 'agent',
        window: 'total',
        limit: 900,
        observed: 100,
      },
      { rule: 'credentials', code: 'credentials_invalid', passed: true, level: 'card' },
    ])
  })

  it('leaves out what is absent at the end', () => {
    const entry = { rule: 'onMissingIntent', code: 'intent_missing', passed: true, level: 'card' } as const
    expect(packTrace([entry, { ...entry, limit: 'decline' }, { ...entry, observed: 'int_1' }])).toStrictEqual([
      [33, 5],
      [33, 5, 'decline'],
      [33, 5, null, 'int_1'],
    ])
  })

  it.each([
    [[[99, 5]], 'a stored check is known'],
    [[[33, 8]], 'a stored level is known'],
  ])('refuses %j', (stored, message) => {
    expect(() => unpackTrace(stored)).toThrow(message)
  })

  it('refuses a check without a number', () => {
    const unknown = { rule: 'unheard', code: 'mcc_blocked', passed: true, level: 'card' } as const
    expect(() => packTrace([unknown])).toThrow('every check has a number')
  })
})
