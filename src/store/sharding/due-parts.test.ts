import { expect, it } from 'vitest'
import { BUCKETS, bucketOf } from '../../lib/buckets.ts'
import { bucketGroups, type Groups, oneGroup, type Part } from './groups.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { DueParts } from './due-parts.ts'

const ids = monotonicIds({ now: () => 0 })

function rig(groups: Groups, own: readonly Part[] = BUCKETS.slice(0, 3)) {
  const now = { ms: 0 }
  const looked: Part[] = []
  const due = new Set<Part>()
  const parts = new DueParts({
    groups: () => Promise.resolve(groups),
    own: () => Promise.resolve(own),
    isDue: (part) => {
      looked.push(part)
      return Promise.resolve(due.has(part))
    },
    all: () => Promise.resolve([...due]),
    nowMs: () => now.ms,
  })
  return { parts, now, looked, due }
}

it('is everything on one server: nothing is looked for', async () => {
  const { parts, looked } = rig(oneGroup)
  expect([await parts.take(), await parts.take()]).toEqual([[null], [null]])
  expect(looked).toEqual([])
})

it('is what was noted, and once a second what is found in the own parts', async () => {
  const { parts, now, looked, due } = rig(bucketGroups)
  const [first, second, third, theirs] = BUCKETS
  due.add(second as number).add(theirs as number)
  expect(await parts.take()).toEqual([second])
  expect(looked).toEqual([first, second, third])
  const card = ids('card')
  parts.note(card)
  parts.note(card)
  expect(await parts.take()).toEqual([bucketOf(card)])
  expect(await parts.take()).toEqual([])
  now.ms += 1000
  expect(await parts.take()).toEqual([second])
  expect(looked).toHaveLength(6)
})

it('is wherever something is due, for who drains', async () => {
  const { parts, due } = rig(bucketGroups)
  due.add(40)
  await parts.whileDraining(async () => expect(await parts.take()).toEqual([40]))
  expect(await parts.take()).toEqual([])
})
