import { expect, it } from 'vitest'
import { type BeginLeasedWorkAttempts, LeasedWork } from './leased-work.ts'

interface Item {
  readonly id: string
  readonly leasedUntil: number
}

type Gate = PromiseWithResolvers<void>
type Gates = [Gate, Gate, Gate]

/** Items, each of which makes the next one due when its outcome is recorded. */
function chain(ids: readonly string[]) {
  const [gate, begun, looked] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as Gates
  const [due, recorded]: [string[], string[]] = [[ids[0] as string], []]
  const work = new LeasedWork<Item, { id: string }>({
    slots: 8,
    groups: () => Promise.resolve({ of: () => 0 }),
    claim: async (_places: number, begin: BeginLeasedWorkAttempts<Item>) => {
      await new Promise(setImmediate) // a database takes some time
      const items = due.splice(0).map((id) => ({ id, leasedUntil: 1 }))
      await begin(items)
      if (items.length === 0) looked.resolve()
      return items.length
    },
    attempt: async ({ id }) => {
      begun.resolve()
      await gate.promise
      return { id }
    },
    record: (outcomes) => {
      for (const { id } of outcomes) {
        recorded.push(id)
        due.push(...ids.slice(ids.indexOf(id) + 1, ids.indexOf(id) + 2))
      }
      return Promise.resolve()
    },
  })
  return { work, recorded, begun: begun.promise, looked: looked.promise, letGo: () => gate.resolve() }
}

it('drains what is due only once something that it found under way is recorded', async () => {
  const { work, recorded, begun, looked, letGo } = chain(['one', 'two', 'three'])
  work.wake()
  await begun
  const drained = work.drainDue()
  await looked
  letGo()
  await drained
  expect(recorded).toEqual(['one', 'two', 'three'])
})

it('starts once, and never once it has stopped', async () => {
  const { work, letGo } = chain(['one'])
  letGo()
  work.start()
  expect(() => work.start()).toThrow('polling follows polling')
  await work.stop(1000)
  expect(() => work.start()).toThrow('polling follows stopped')
  await work.stop(1000) // the promise of the first stop is returned
})
