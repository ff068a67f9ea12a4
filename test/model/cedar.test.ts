import { expect, it } from 'vitest'
import { decide } from '../../src/domain/decide.ts'
import { subjectOf } from './case.ts'
import { randomCase } from './cases.ts'
import { cedarCodes, cedarReasons } from './cedar.ts'
import { seededRandom } from './random.ts'

it('Cedar gives the same reasons in 5,000 random cases, as far as it can express the rules', () => {
  const random = seededRandom(20_261_121)
  const seen = new Set<string>()
  for (let n = 0; n < 5000; n += 1) {
    const question = randomCase(random)
    const { reasons } = decide(subjectOf(question), question.request)
    const codes = new Set(reasons.map(({ code }) => code))
    const comparable = cedarCodes.filter((code) => codes.has(code))
    if (JSON.stringify(cedarReasons(question)) !== JSON.stringify(comparable)) {
      expect({ question, codes: cedarReasons(question) }).toEqual({ question, codes: comparable })
    }
    for (const code of comparable) seen.add(code)
  }
  expect([...seen].toSorted()).toEqual(cedarCodes.toSorted())
})
