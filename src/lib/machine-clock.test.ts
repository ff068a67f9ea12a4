import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from './clock.ts'
import { ClockDifferenceError, type ClockComparison, MachineClock } from './machine-clock.ts'

const START = Date.UTC(2026, 1, 1)

/** A machine, and a database whose time is right until somebody sets the clock of either. */
function machineAndDatabase() {
  const world = { passedMs: 0, machineOffMs: 0, databaseOffMs: 0 }
  const clock = new MachineClock({
    limitMs: 5 * SECOND_MS,
    machine: { now: () => START + world.passedMs + world.machineOffMs },
    elapsedMs: () => 77 + world.passedMs,
  })
  /** Compares this machine's clock with the database's. The answer takes `tripMs`, and has the database's time at half of that. */
  const compare = (tripMs = 0) => {
    const answered = clock.comparing()
    world.passedMs += tripMs / 2
    const databaseMs = START + world.passedMs + world.databaseOffMs
    world.passedMs += tripMs / 2
    answered(databaseMs)
    return clock.comparison()
  }
  const trueTime = () => START + world.passedMs
  return { world, clock, compare, trueTime }
}

describe("this machine's clock beside the database's", () => {
  it.each([
    { offMs: 0, isAllowed: true },
    { offMs: 4 * SECOND_MS, isAllowed: true },
    { offMs: -4 * SECOND_MS, isAllowed: true },
    { offMs: 5 * SECOND_MS, isAllowed: true },
    { offMs: 6 * SECOND_MS, isAllowed: false },
    { offMs: -6 * SECOND_MS, isAllowed: false },
    { offMs: HOUR_MS, isAllowed: false },
    { offMs: -HOUR_MS, isAllowed: false },
    { offMs: 25 * HOUR_MS, isAllowed: false },
  ])('may differ by $offMs ms: $isAllowed', ({ offMs, isAllowed }) => {
    const { world, clock, compare } = machineAndDatabase()
    world.machineOffMs = offMs
    expect(compare()).toEqual({ differenceMs: offMs, isAllowed })
    if (isAllowed) expect(() => clock.demand()).not.toThrow()
    else expect(() => clock.demand()).toThrow(ClockDifferenceError)
  })

  it('answers its own time where the two may differ so, and otherwise the time of the database, which goes on', () => {
    const { world, clock, compare, trueTime } = machineAndDatabase()
    world.machineOffMs = 4 * SECOND_MS
    compare()
    expect(clock.now()).toBe(trueTime() + 4 * SECOND_MS)
    world.machineOffMs = DAY_MS
    expect(clock.now()).toBe(trueTime())
    world.passedMs += 1234
    expect(clock.now()).toBe(trueTime())
    world.machineOffMs = -DAY_MS
    expect(clock.now()).toBe(trueTime())
    world.machineOffMs = 0
    expect(clock.now()).toBe(trueTime())
  })

  it('notices a jump between two comparisons, and that it is over', () => {
    const { world, clock, compare } = machineAndDatabase()
    compare()
    world.passedMs += 60 * SECOND_MS
    world.machineOffMs = 25 * HOUR_MS
    expect(() => clock.demand()).toThrow(/90000\.0 seconds ahead of/)
    world.machineOffMs = -HOUR_MS
    expect(() => clock.demand()).toThrow(/3600\.0 seconds behind/)
    world.machineOffMs = 0
    expect(() => clock.demand()).not.toThrow()
  })

  it('takes a slow answer for no difference', () => {
    const { world, clock, compare, trueTime } = machineAndDatabase()
    for (const tripMs of [20 * SECOND_MS, 2]) {
      expect(compare(tripMs)).toEqual({ differenceMs: 0, isAllowed: true })
      expect(clock.now()).toBe(trueTime())
    }
    world.machineOffMs = 6 * SECOND_MS
    expect(compare(2)).toEqual({ differenceMs: 6 * SECOND_MS - 1, isAllowed: false })
  })

  it('never answers a time that is further ahead than is allowed, however slow the answer was', () => {
    const { world, clock, compare, trueTime } = machineAndDatabase()
    compare(SECOND_MS)
    for (let offMs = -30 * SECOND_MS; offMs <= 30 * SECOND_MS; offMs += 250) {
      world.machineOffMs = offMs
      expect(Math.abs(clock.now() - trueTime())).toBeLessThanOrEqual(6 * SECOND_MS)
    }
  })

  it('follows the database where that is another one, with another time', () => {
    const { world, clock, compare, trueTime } = machineAndDatabase()
    compare()
    world.databaseOffMs = -HOUR_MS
    expect(() => clock.demand()).not.toThrow()
    expect(compare().isAllowed).toBe(false)
    expect(clock.now()).toBe(trueTime() - HOUR_MS)
  })

  it('goes on after a machine was suspended, as soon as it is compared', () => {
    const { world, clock, compare, trueTime } = machineAndDatabase()
    compare()
    world.machineOffMs = HOUR_MS // a suspended processor does not count
    world.databaseOffMs = HOUR_MS
    expect(clock.comparison().isAllowed).toBe(false)
    expect(compare().isAllowed).toBe(true)
    expect(clock.now()).toBe(trueTime() + HOUR_MS)
  })

  it('demands nothing of an answer that is older than a second, where the database is asked again anyway', () => {
    const { world, clock, compare } = machineAndDatabase()
    expect(() => clock.demandWhileKnown()).not.toThrow()
    world.machineOffMs = DAY_MS
    compare()
    expect(() => clock.demandWhileKnown()).toThrow(ClockDifferenceError)
    world.passedMs += SECOND_MS
    expect(() => clock.demandWhileKnown()).not.toThrow()
    expect(() => clock.demand()).toThrow(ClockDifferenceError)
  })

  it('tells of each comparison', () => {
    const { world, clock, compare } = machineAndDatabase()
    const heard: ClockComparison[] = []
    clock.onCompared((comparison) => heard.push(comparison))
    compare()
    world.machineOffMs = -DAY_MS
    compare()
    expect(heard).toEqual([
      { differenceMs: 0, isAllowed: true },
      { differenceMs: -DAY_MS, isAllowed: false },
    ])
  })
})
