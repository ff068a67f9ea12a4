import { expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/clock.ts'
import { MachineClock } from '../../lib/machine-clock.ts'
import { reportClockDifferences } from './clocks.ts'

it('a clock that is wrong is one line when it is noticed, and one when it was right for ten seconds', () => {
  const world = { nowMs: 0, offMs: 0 }
  const lines: string[] = []
  const log = (_fields: object, text: string) => void lines.push(text)
  const told: number[] = []
  const clock = new MachineClock({
    machine: { now: () => world.nowMs + world.offMs },
    elapsedMs: () => world.nowMs,
  })
  reportClockDifferences(clock, {
    logger: { error: log, info: log },
    telemetry: { compared: ({ differenceMs }) => void told.push(differenceMs) },
    elapsedMs: () => world.nowMs,
  })
  const compareAt = (nowMs: number, offMs: number) => {
    Object.assign(world, { nowMs, offMs })
    clock.comparing()(nowMs)
    return lines.length
  }
  expect(compareAt(0, 0)).toBe(0)
  expect(compareAt(1000, HOUR_MS)).toBe(1)
  expect(lines[0]).toMatch(
    /^The clock of this machine is 3600\.0 seconds ahead of the clock of the database\. Nothing is/,
  )
  expect(compareAt(2000, 0)).toBe(1)
  expect(compareAt(3000, -HOUR_MS)).toBe(1)
  expect(compareAt(12_999, 0)).toBe(1)
  expect(compareAt(13_000, 0)).toBe(2)
  expect(lines[1]).toMatch(/agree again/)
  expect(compareAt(14_000, -HOUR_MS)).toBe(3)
  expect(told).toEqual([0, HOUR_MS, 0, -HOUR_MS, 0, 0, -HOUR_MS])
})
