import { describe, expect, it } from 'vitest'
import { allCasesInThoroughRun } from '../support/thorough.ts'
import { runCases } from './run.ts'

const CASES = allCasesInThoroughRun(20_000, 2000)

describe('decide and the independent model', () => {
  const { difference, approved, codes } = runCases(20_261_121, CASES)

  it(`answer alike in ${CASES} random cases`, () => {
    expect(difference).toBeUndefined()
  })

  it('were asked cases that approve and cases of every reason', () => {
    expect(approved).toBeGreaterThan(CASES / 20)
    expect([...codes].filter(([, count]) => count < CASES / 1000)).toEqual([])
  })
})
