import { expect, it } from 'vitest'
import { ProcessRestartCount } from './restarts.ts'

const MINUTE = 60_000

it('starts a process again at once, and then later and later', () => {
  const restarts = new ProcessRestartCount()
  expect(Array.from({ length: 10 }, () => restarts.ended(0))).toEqual([
    0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})

it('has no hope after six ends in a row', () => {
  const restarts = new ProcessRestartCount()
  const hopeless = Array.from({ length: 7 }, () => {
    restarts.ended(0)
    return restarts.isHopeless(0)
  })
  expect(hopeless).toEqual([false, false, false, false, false, true, true])
})

it('forgets what was before a minute of service', () => {
  const restarts = new ProcessRestartCount()
  for (let end = 0; end < 6; end += 1) restarts.ended(0)
  restarts.serves(0)
  expect([restarts.isHopeless(MINUTE - 1), restarts.isHopeless(MINUTE)]).toEqual([true, false])
  expect(restarts.ended(MINUTE)).toBe(0)
  restarts.serves(MINUTE)
  expect(restarts.ended(2 * MINUTE - 1)).toBe(500)
})
