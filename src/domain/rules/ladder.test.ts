import { describe, expect, it } from 'vitest'
import { randomCase } from '../../../test/model/cases.ts'
import { subjectOf } from '../../../test/model/case.ts'
import { seededRandom } from '../../../test/model/random.ts'
import { decidePurchase, purchaseRuleInputOf } from '../ladder/decide.ts'
import { ruleChecks } from '../decision/trace.ts'
import { ruleLadder, rulesUnderPolicy } from './index.ts'

describe('the ladder', () => {
  it('names every check that a trace can hold', () => {
    expect(new Set(ruleLadder.flatMap(({ names }) => names))).toEqual(new Set(ruleChecks.map(({ rule }) => rule)))
  })

  it('names what each of its rules finds, in its order', () => {
    const random = seededRandom(11)
    for (let n = 0; n < 1000; n += 1) {
      const question = randomCase(random)
      const { trace } = decidePurchase(subjectOf(question), question.request)
      let from = 0
      for (const { rule } of trace) {
        const rung = ruleLadder.findIndex(({ names }, index) => index >= from && names.some((name) => name === rule))
        expect(rung, `${rule} after rung ${from}`).toBeGreaterThanOrEqual(from)
        from = rung
      }
    }
  })

  it('leaves out rules that would find nothing', () => {
    const random = seededRandom(12)
    const left = new Map(ruleLadder.flatMap(({ rule, applies }) => (applies === undefined ? [] : [[rule, 0]])))
    for (let n = 0; n < 3000; n += 1) {
      const question = randomCase(random)
      const subject = subjectOf(question)
      const spending = purchaseRuleInputOf(subject, question.request)
      const run = new Set(rulesUnderPolicy(spending.compiled))
      for (const { rule, names } of ruleLadder) {
        if (run.has(rule)) continue
        expect([rule(spending) ?? []].flat(), names.join()).toEqual([])
        left.set(rule, (left.get(rule) ?? 0) + 1)
      }
    }
    for (const [rule, times] of left) expect(times, rule.name).toBeGreaterThan(0)
  })
})
