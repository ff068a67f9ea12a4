import { expect, it } from 'vitest'
import { LastUsedCache } from './last-used-cache.ts'

it('lets go of the entry that was longest not used, and of no other', () => {
  const dropped: number[] = []
  const kept = new LastUsedCache<number>(3, (value) => dropped.push(value))
  for (const [n, key] of ['a', 'b', 'c'].entries()) kept.set(key, n)
  expect(kept.get('a')).toBe(0)
  kept.set('d', 3)
  expect([...kept.keys()].toSorted()).toEqual(['a', 'c', 'd'])
  kept.delete('c')
  kept.clear()
  expect(dropped).toEqual([1])
})
