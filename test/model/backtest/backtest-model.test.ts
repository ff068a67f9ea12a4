import { describe, expect, it } from 'vitest'
import { compareChanged, compareUnchanged } from './compare.ts'

/** `node test/model/backtest/run.ts` does the same with a thousand histories, and with 100,000 decisions that are unchanged. */
describe('a backtest', () => {
  it('of unchanged rules changes nothing', () => {
    const compared = Array.from({ length: 20 }, (_, seed) => compareUnchanged(seed, 200))
    expect(compared.flatMap(({ differences }) => differences)).toEqual([])
    expect(compared.reduce((sum, { decisions }) => sum + decisions, 0)).toBeGreaterThan(4000)
  })

  it('of changed rules decides what an engine does that lives through it with these rules', () => {
    const compared = Array.from({ length: 150 }, (_, seed) => compareChanged(seed, 120))
    expect(compared.flatMap(({ differences }) => differences)).toEqual([])
    const sum = (of: 'wouldDecline' | 'wouldApprove' | 'elsewhere') => compared.reduce((all, each) => all + each[of], 0)
    expect(sum('wouldDecline')).toBeGreaterThan(500)
    expect(sum('wouldApprove')).toBeGreaterThan(150)
    expect(sum('elsewhere')).toBeGreaterThan(10)
    expect(new Set(compared.flatMap(({ codes }) => codes)).size).toBeGreaterThan(12)
  })
})
