import { expect, it } from 'vitest'
import { NodeTestClock } from './test-clock.ts'

it('the clock moves once, however often the database puts off what falls due', async () => {
  const begun = Date.parse('2026-01-31T12:00:00.000Z')
  const kept: number[] = []
  const seen: number[] = []
  const clock = new NodeTestClock({ now: begun, keep: (now) => Promise.resolve(void kept.push(now - begun)) })
  let failures = 1
  clock.drive([
    {
      nextDueAt: () => Promise.resolve(seen.length < 2 ? begun + 1000 : null),
      runDue: () => {
        if (failures-- > 0) return Promise.reject(new Error('put off'))
        seen.push(clock.now() - begun)
        expect(kept.at(-1) ?? 0).toBe(clock.now() - begun)
        return Promise.resolve()
      },
    },
  ])
  expect(await clock.advance(5000)).toBe(begun + 5000)
  expect(seen).toEqual([0, 1000, 5000])
  expect(kept).toEqual([1000, 5000])
})

it('a walk stops at each moment at which something falls due, and asks for none sooner than anything can end', async () => {
  const seen: number[] = []
  let [asked, dues] = [0, [3000, 12_500]]
  const clock = new NodeTestClock({ now: 0, keep: () => Promise.resolve() })
  clock.drive([
    {
      nextDueAt: () => {
        asked += 1
        return Promise.resolve(dues[0] ?? null)
      },
      runDue: () => {
        if ((dues[0] ?? Number.POSITIVE_INFINITY) <= clock.now()) seen.push(clock.now())
        dues = dues.filter((due) => due > clock.now())
        return Promise.resolve()
      },
    },
  ])
  for (let moment = 100; moment <= 20_000; moment += 100) {
    await clock.walkTo(moment, 10_000)
    expect(clock.now()).toBe(moment)
  }
  expect(seen).toEqual([3000, 12_500])
  expect(asked).toBeLessThan(20)
})
