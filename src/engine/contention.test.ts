import { expect, it } from 'vitest'
import type { Command } from '../domain/batch/commands.ts'
import { Contention } from './contention.ts'

const ownerOf = (command: Command) => ('cardId' in command ? command.cardId : command.transactionId)
const about = (transactionId: string): Command => ({ kind: 'expire', accountId: 'acct_1', transactionId })

function rig() {
  let isAway = false
  const locked = new Set<string>()
  const asked: string[][] = []
  const due: (() => void)[] = []
  const counts: number[] = []
  const contention = new Contention({
    ownerOf,
    findLocked: (commands) => {
      asked.push(commands.map(ownerOf))
      if (isAway) return Promise.reject(new Error('away'))
      return Promise.resolve(new Set(commands.filter((command) => locked.has(ownerOf(command)))))
    },
    held: (count) => counts.push(count),
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
    lock: (owner: string) => locked.add(owner),
    unlock: (owner: string) => locked.delete(owner),
    goAway: (away: boolean) => (isAway = away),
    held: () => ['a', 'b', 'c'].filter((owner) => contention.isHeld(owner)),
    /** What is due happens. */
    pass: async () => {
      for (const work of due.splice(0)) work()
      await new Promise(setImmediate)
    },
  }
}

it('holds whoever was found locked, and asks for all of them until they are found free', async () => {
  const { contention, asked, counts, due, lock, unlock, held, pass } = rig()
  for (const owner of ['a', 'b']) lock(owner)
  const commands = ['a', 'b', 'c'].map(about)
  expect(await contention.lockedOf(commands)).toEqual(new Set(commands.slice(0, 2)))
  await contention.lockedOf([about('a')])
  expect([held(), due.length]).toEqual([['a', 'b'], 1])
  unlock('a')
  await pass()
  expect([held(), asked.at(-1)]).toEqual([['b'], ['a', 'b']])
  unlock('b')
  await pass()
  expect([held(), contention.isAny(), asked.at(-1), due.length]).toEqual([[], false, ['b'], 0])
  expect(counts).toEqual([2, 2, 1, 0])
})

it('holds on while the database is away', async () => {
  const { contention, lock, unlock, goAway, held, pass } = rig()
  lock('a')
  await contention.lockedOf([about('a')])
  unlock('a')
  goAway(true)
  await pass()
  expect(held()).toEqual(['a'])
  goAway(false)
  await pass()
  expect(held()).toEqual([])
})

it('asks no more once it is stopped', async () => {
  const { contention, lock, due, pass } = rig()
  lock('a')
  await contention.lockedOf([about('a')])
  contention.stop()
  await pass()
  expect([contention.isAny(), due.length]).toEqual([false, 0])
})
