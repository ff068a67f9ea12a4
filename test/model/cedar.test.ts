import { describe, expect, it } from 'vitest'
import { cedarCodes, compareWithCedar } from './cedar.ts'
import { runCases } from './run.ts'

describe('decide and Cedar', () => {
  const { difference, codes } = runCases(20_261_121, 5000, compareWithCedar)

  it('give the same reasons in 5,000 random cases, as far as Cedar can express the rules', () => {
    expect(difference).toBeUndefined()
  })

  it('were asked cases of each of these reasons', () => {
    expect(cedarCodes.filter((code) => (codes.get(code) ?? 0) < 10)).toEqual([])
  })
})
