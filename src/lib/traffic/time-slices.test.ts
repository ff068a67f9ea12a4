import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LongWorkTimeSlices } from './time-slices.ts'

it('work that takes long lets other work go on after each slice', async () => {
  let now = 0
  const slices = new LongWorkTimeSlices({ nowMs: () => now })
  const seen: string[] = []
  setImmediate(() => seen.push('other'))
  for (let item = 0; item < 6; item += 1) {
    now += 1
    seen.push(`item ${item}`)
    if (slices.isOver) await slices.next()
  }
  expect(seen).toEqual(['item 0', 'item 1', 'item 2', 'other', 'item 3', 'item 4', 'item 5'])
})

it('work that nobody waits for ends after its slice', async () => {
  const gone = new AbortController()
  const slices = new LongWorkTimeSlices({ gone: gone.signal })
  await slices.next()
  gone.abort()
  await expect(slices.next()).rejects.toThrow('Nobody waits')
})

it('works that take long take turns, one slice in a turn of the event loop', async () => {
  await nextTurn() // the slice of the test before has ended
  let now = 0
  const seen: string[] = []
  const work = async (name: string) => {
    const slices = new LongWorkTimeSlices({ nowMs: () => now })
    for await (const item of slices.each([1, 2, 3])) {
      now += 10
      seen.push(`${name}${item}`)
    }
  }
  const turns = setInterval(() => undefined, 1000)
  const other = () => {
    seen.push('other')
    if (seen.length < 14) setImmediate(other)
  }
  setImmediate(other)
  await Promise.all([work('a'), work('b')])
  clearInterval(turns)
  const slices = seen
    .join(' ')
    .split('other')
    .map((turn) => turn.trim())
  expect(slices.filter((turn) => turn !== '')).toEqual(['a1 b1', 'a2', 'b2', 'a3', 'b3'])
})

it('the steps of work are taken to its result, some in each slice', async () => {
  let now = 0
  let turns = 0
  const slices = new LongWorkTimeSlices({ nowMs: () => now })
  const other = () => {
    turns += 1
    setImmediate(other).unref()
  }
  setImmediate(other).unref()
  function* work(): Generator<void, string> {
    for (let step = 0; step < 100; step += 1) {
      now += 1
      yield
    }
    return 'done'
  }
  expect(await slices.finish(work())).toBe('done')
  expect(turns).toBeGreaterThanOrEqual(9)
})
