import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

it('names take turns: whoever asks for much waits for itself', async () => {
  const { take } = createFairTurns({ atOnce: 1, waitMs: 10_000 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string) =>
    take(name, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.push(end))
    })
  const all = ['many', 'many', 'many', 'many', 'one', 'other'].map(ask)
  for (let count = 0; count < all.length; count += 1) {
    await turn()
    ends[count]?.()
  }
  await Promise.all(all)
  expect(begun).toEqual(['many', 'many', 'one', 'other', 'many', 'many'])
})

it('whose turn does not come in time is refused, and keeps nobody waiting', async () => {
  const { take } = createFairTurns({ atOnce: 1, waitMs: 1 })
  let end = () => {}
  const first = take('one', () => new Promise<void>((resolve) => (end = resolve)))
  await expect(take('other', () => Promise.resolve())).rejects.toThrow('Too much of one kind')
  end()
  await first
  expect(await take('other', () => Promise.resolve('done'))).toBe('done')
})
