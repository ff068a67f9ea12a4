import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { TimeSliceQueue } from './time-slice-queue.ts'

const OFTEN = 40

/** A thread on which works run by slices, and other work takes `othersMs` of each turn of the event loop. */
async function run(works: Readonly<Record<string, { accountId: string; sliceMs: number }>>, othersMs: number) {
  let now = 0
  const line = new TimeSliceQueue(() => now)
  const began: string[] = []
  let turns = 0
  const others = () => {
    now += othersMs
    turns += 1
    if (turns < OFTEN) setImmediate(others)
  }
  setImmediate(others)
  const isOver = () => turns >= OFTEN
  await Promise.all(
    Object.entries(works).map(async ([name, { accountId, sliceMs }]) => {
      for (;;) {
        await line.next(accountId)
        if (isOver()) return
        began.push(name)
        now += sliceMs
      }
    }),
  )
  return began
}

it('slices of a quiet thread begin one in a turn', async () => {
  const began = await run({ a: { accountId: 'one', sliceMs: 3 } }, 0)
  expect(began.length).toBeGreaterThanOrEqual(OFTEN - 2)
})

it('on a busy thread, other work takes twice as long as the slices', async () => {
  const began = await run({ a: { accountId: 'one', sliceMs: 3 } }, 1)
  expect(Math.abs(began.length * 2 * 3 - OFTEN)).toBeLessThanOrEqual(2 * 3)
})

it('accounts take turns, however many works they have', async () => {
  const flood = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, { accountId: 'flood', sliceMs: 3 }]))
  const began = await run({ ...flood, innocent: { accountId: 'other', sliceMs: 3 } }, 0)
  const own = began.filter((name) => name === 'innocent')
  expect(Math.abs(own.length - (began.length - own.length))).toBeLessThanOrEqual(1)
})

it('time that passes while no work waits is not the time of a slice', async () => {
  let now = 0
  const line = new TimeSliceQueue(() => now)
  await line.next('one')
  await nextTurn()
  now = 60_000
  let turns = 0
  const others = () => {
    now += 1
    turns += 1
    if (turns < OFTEN) setImmediate(others)
  }
  setImmediate(others)
  await line.next('one')
  expect(turns).toBeLessThanOrEqual(2)
})
