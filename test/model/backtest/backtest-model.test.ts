import { describe, expect, it } from 'vitest'
import { allCasesInThoroughRun } from '../../support/thorough.ts'
import { compareChanged, compareUnchanged } from './compare.ts'

/** `node test/model/backtest/run.ts` does the same with a thousand histories, and with 100,000 decisions that are unchanged. */
const UNCHANGED = allCasesInThoroughRun(20, 4)
const CHANGED = allCasesInThoroughRun(150, 30)

describe('a backtest', () => {
  it('of unchanged rules changes nothing', () => {
    const compared = Array.from({ length: UNCHANGED }, (_, seed) => compareUnchanged(seed, 200))
    expect(compared.flatMap(({ differences }) => differences)).toEqual([])
    expect(compared.reduce((sum, { decisions }) => sum + decisions, 0)).toBeGreaterThan(200 * UNCHANGED)
  })

  it('of changed rules decides what an engine does that lives through it with these rules', () => {
    const compared = Array.from({ length: CHANGED }, (_, seed) => compareChanged(seed, 120))
    expect(compared.flatMap(({ differences }) => differences)).toEqual([])
    const sum = (of: 'wouldDecline' | 'wouldApprove' | 'elsewhere') => compared.reduce((all, each) => all + each[of], 0)
    expect(sum('wouldDecline')).toBeGreaterThan(allCasesInThoroughRun(500, 50))
    expect(sum('wouldApprove')).toBeGreaterThan(allCasesInThoroughRun(150, 15))
    expect(sum('elsewhere')).toBeGreaterThan(allCasesInThoroughRun(10, 0))
    expect(new Set(compared.flatMap(({ codes }) => codes)).size).toBeGreaterThan(allCasesInThoroughRun(12, 8))
  })
})
