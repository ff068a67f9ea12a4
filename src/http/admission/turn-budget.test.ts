import { expect, it } from 'vitest'
import { eventLoopTurnBudgetHook } from './turn-budget.ts'

/**
 * Sends two crowds of requests, each in a turn of the event loop of its own, and returns for each crowd which requests were refused.
 * `costMs`: the time that one request takes.
 */
async function refusedOf(crowd: number, costMs: number): Promise<boolean[][]> {
  let nowMs = 0
  const admit = eventLoopTurnBudgetHook(() => nowMs)
  const crowds: boolean[][] = []
  for (let turn = 0; turn < 2; turn += 1) {
    const refused: boolean[] = []
    for (let n = 0; n < crowd; n += 1) {
      admit(null, null, (error) => refused.push(error !== undefined))
      nowMs += costMs
    }
    crowds.push(refused)
    await new Promise(setImmediate)
  }
  return crowds
}

it('a turn takes a crowd that it has the time for', async () => {
  for (const refused of await refusedOf(2000, 0.1)) expect(refused).not.toContain(true)
})

it('a turn takes a small crowd, whatever it costs', async () => {
  for (const refused of await refusedOf(512, 10)) expect(refused).not.toContain(true)
})

it('a turn refuses the rest of one that costs too much, and begins anew in the next turn', async () => {
  for (const refused of await refusedOf(600, 1)) {
    expect(refused.indexOf(true)).toBe(512)
    expect(refused.slice(512)).not.toContain(false)
  }
})
