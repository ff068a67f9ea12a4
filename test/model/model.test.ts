import { describe, expect, it } from 'vitest'
import { runCases } from './run.ts'

describe('decide and the independent model', () => {
  const { difference, approved, codes } = runCases(20_261_121, 20_000)

  it('answer alike in 20,000 random cases', () => {
    expect(difference).toBeUndefined()
  })

  it('were asked cases that approve and cases of every reason', () => {
    expect(approved).toBeGreaterThan(1000)
    expect([...codes].filter(([, count]) => count < 20)).toEqual([])
  })
})
