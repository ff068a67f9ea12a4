import { expect, it } from 'vitest'
import type { Command } from '../domain/batch/commands.ts'
import { Contention } from './contention.ts'

const ownerOf = (command: Command) => ('cardId' in command ? command.cardId : command.transactionId)
const about = (transactionId: string): Command => ({ kind: 'expire', accountId: 'acct_1', transactionId })

function rig() {
  let nowMs = 0
  let isAway = false
  const locked = new Set<string>()
  const asked: string[][] = []
  const contention = new Contention(
    (commands) => {
      asked.push(commands.map(ownerOf))
      if (isAway) return Promise.reject(new Error('away'))
      return Promise.resolve(new Set(commands.filter((command) => locked.has(ownerOf(command)))))
    },
    () => nowMs,
  )
  return {
    contention,
    asked,
    lock: (owner: string) => locked.add(owner),
    unlock: (owner: string) => locked.delete(owner),
    goAway: (away: boolean) => (isAway = away),
    pass: async (ms: number) => {
      nowMs += ms
      await new Promise(setImmediate)
    },
  }
}

it('holds whoever was found locked, and asks again now and then, until it is found free', async () => {
  const { contention, asked, lock, unlock, pass } = rig()
  lock('a')
  const commands = ['a', 'b'].map(about)
  expect(await contention.lockedOf(commands, ownerOf)).toEqual(new Set([commands[0]]))
  const isHeld = () => ['a', 'b'].map((owner) => contention.isHeld(owner))
  expect([isHeld(), contention.isAny()]).toEqual([[true, false], true])
  await pass(249)
  expect([isHeld(), asked.length]).toEqual([[true, false], 1])
  await pass(1)
  expect([isHeld(), isHeld(), asked.slice(1)]).toEqual([[true, false], [true, false], [['a']]])
  unlock('a')
  await pass(250)
  expect(isHeld()).toEqual([true, false]) // it has only just been asked about
  await pass(0)
  expect([isHeld(), contention.isAny()]).toEqual([[false, false], false])
})

it('holds on while the database is away', async () => {
  const { contention, lock, unlock, goAway, pass } = rig()
  lock('a')
  await contention.lockedOf([about('a')], ownerOf)
  unlock('a')
  goAway(true)
  await pass(250)
  contention.isHeld('a')
  await pass(0)
  expect(contention.isHeld('a')).toBe(true)
  goAway(false)
  await pass(250)
  contention.isHeld('a')
  await pass(0)
  expect(contention.isHeld('a')).toBe(false)
})

it('forgets in the end whom nobody asks for any more', async () => {
  const { contention, lock, unlock, pass } = rig()
  lock('a')
  await contention.lockedOf([about('a')], ownerOf)
  unlock('a')
  await pass(60_001)
  await contention.lockedOf([about('b')], ownerOf)
  expect(contention.isAny()).toBe(false)
})
