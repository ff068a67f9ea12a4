import { describe, expect, it } from 'vitest'
import { randomCase } from '../../../test/model/cases.ts'
import { subjectOf } from '../../../test/model/case.ts'
import { seededRandom } from '../../../test/model/random.ts'
import { decide } from '../ladder/decide.ts'
import { checks } from '../decision/trace.ts'
import { ladder } from './index.ts'

describe('the ladder', () => {
  it('names every check that a trace can hold', () => {
    expect(new Set(ladder.flatMap(({ names }) => names))).toEqual(new Set(checks.map(({ rule }) => rule)))
  })

  it('names what each of its rules finds, in its order', () => {
    const random = seededRandom(11)
    for (let n = 0; n < 1000; n += 1) {
      const question = randomCase(random)
      const { trace } = decide(subjectOf(question), question.request)
      let from = 0
      for (const { rule } of trace) {
        const rung = ladder.findIndex(({ names }, index) => index >= from && names.some((name) => name === rule))
        expect(rung, `${rule} after rung ${from}`).toBeGreaterThanOrEqual(from)
        from = rung
      }
    }
  })
})
