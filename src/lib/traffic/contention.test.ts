import { expect, it } from 'vitest'
import { LockContention } from './contention.ts'

function rig() {
  let isAway = false
  const locked = new Set<string>()
  const asked: string[][] = []
  const due: (() => void)[] = []
  const counts: number[] = []
  const contention = new LockContention({
    findLocked: (customerIds) => {
      asked.push([...customerIds])
      if (isAway) return Promise.reject(new Error('away'))
      return Promise.resolve(new Set(customerIds.filter((id) => locked.has(id))))
    },
    blocked: (count) => counts.push(count),
    later: (work) => {
      due.push(work)
      return () => due.splice(due.indexOf(work), 1)
    },
  })
  return {
    contention,
    asked,
    counts,
    due,
    lock: (customer: string) => locked.add(customer),
    unlock: (customer: string) => locked.delete(customer),
    goAway: (away: boolean) => (isAway = away),
    blocked: () => ['a', 'b', 'c'].filter((customer) => contention.isBlocked(customer)),
    /** Runs the look-ups of locked customers that the watch has scheduled. */
    pass: async () => {
      for (const work of due.splice(0)) work()
      await new Promise(setImmediate)
    },
  }
}

it('a watch blocks whoever was found locked, and asks for all of them until they are found free', async () => {
  const { contention, asked, counts, due, lock, unlock, blocked, pass } = rig()
  for (const customer of ['a', 'b']) lock(customer)
  expect(await contention.blockedOf(['a', 'b', 'c'])).toEqual(new Set(['a', 'b']))
  await contention.blockedOf(['a'])
  expect([blocked(), due.length]).toEqual([['a', 'b'], 1])
  unlock('a')
  await pass()
  expect([blocked(), asked.at(-1)]).toEqual([['b'], ['a', 'b']])
  unlock('b')
  await pass()
  expect([blocked(), contention.isAny(), asked.at(-1), due.length]).toEqual([[], false, ['b'], 0])
  expect(counts).toEqual([2, 2, 1, 0])
})

it('a watch blocks nobody where the lock was free again', async () => {
  const { contention, blocked, due } = rig()
  expect(await contention.blockedOf(['a'])).toEqual(new Set())
  expect([blocked(), contention.isAny(), due.length]).toEqual([[], false, 0])
})

it('a watch goes on blocking while the database is away', async () => {
  const { contention, lock, unlock, goAway, blocked, pass } = rig()
  lock('a')
  await contention.blockedOf(['a'])
  unlock('a')
  goAway(true)
  await pass()
  expect(blocked()).toEqual(['a'])
  goAway(false)
  await pass()
  expect(blocked()).toEqual([])
})

it('a watch asks no more once it is stopped', async () => {
  const { contention, counts, lock, due, pass } = rig()
  lock('a')
  await contention.blockedOf(['a'])
  contention.stop()
  await pass()
  expect([contention.isAny(), due.length, counts.at(-1)]).toEqual([false, 0, 0])
})
