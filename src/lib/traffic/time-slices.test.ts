import { expect, it } from 'vitest'
import { TimeSlices } from './time-slices.ts'

it('work that takes long lets other work go on after each slice', async () => {
  let now = 0
  const slices = new TimeSlices({ nowMs: () => now })
  const seen: string[] = []
  setImmediate(() => seen.push('other'))
  for (let item = 0; item < 6; item += 1) {
    now += 4
    seen.push(`item ${item}`)
    if (slices.isOver) await slices.next()
  }
  expect(seen).toEqual(['item 0', 'item 1', 'item 2', 'other', 'item 3', 'item 4', 'item 5'])
})

it('work that nobody waits for ends after its slice', async () => {
  const gone = new AbortController()
  const slices = new TimeSlices({ gone: gone.signal })
  await slices.next()
  gone.abort()
  await expect(slices.next()).rejects.toThrow('Nobody waits')
})
