import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServiceBusyError } from './busy-error.ts'
import { NodeWorkTurns, type NodeWorkTurnsOptions } from './turns.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Works that take turns under a name, each of which runs until the test ends it. */
function workshop(options: NodeWorkTurnsOptions = { ofName: 2 }) {
  const turns = new NodeWorkTurns({ ...options, waitMs: 100 })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  return {
    begun,
    begin: (name: string, work: string) =>
      turns.take(name, () => {
        begun.push(work)
        const end = Promise.withResolvers<string>()
        ends.set(work, end)
        return end.promise
      }),
    end: async (work: string) => {
      ends.get(work)?.resolve(work)
      await new Promise(setImmediate)
    },
    fail: async (work: string) => {
      ends.get(work)?.reject(new Error(work))
      await new Promise(setImmediate)
    },
  }
}

it('two of a name run at once, the others in the order in which they came', async () => {
  const { begun, begin, end } = workshop()
  const all = ['a', 'b', 'c', 'd'].map((work) => begin('x', work))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  await end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('nobody waits for work of another name', () => {
  const { begun, begin } = workshop()
  for (const work of ['a', 'b', 'c']) void begin('x', work)
  void begin('y', 'd')
  expect(begun).toEqual(['a', 'b', 'd'])
})

it('what fails gives its turn on', async () => {
  const { begun, begin, fail } = workshop()
  const failing = expect(begin('x', 'a')).rejects.toThrow('a')
  for (const work of ['b', 'c']) void begin('x', work)
  await fail('a')
  await failing
  expect(begun).toEqual(['a', 'b', 'c'])
})

it('whoever waits too long is refused, and takes no turn from the next', async () => {
  const { begun, begin, end } = workshop()
  for (const work of ['a', 'b']) void begin('x', work)
  const late = expect(begin('x', 'c')).rejects.toThrow(ServiceBusyError)
  vi.advanceTimersByTime(60)
  void begin('x', 'd')
  vi.advanceTimersByTime(60)
  await late
  await end('a')
  expect(begun).toEqual(['a', 'b', 'd'])
})

it('names that wait take turns where all together may do so much: whoever asks for much waits for itself', async () => {
  const { begun, begin, end } = workshop({ inAll: 1 })
  const works = ['many 1', 'many 2', 'many 3', 'many 4', 'one', 'other']
  const all = works.map((work) => begin(work.split(' ')[0] ?? '', work))
  for (let count = 0; count < works.length; count += 1) await end(begun[count] ?? '')
  await Promise.all(all)
  expect(begun).toEqual(['many 1', 'many 2', 'one', 'other', 'many 3', 'many 4'])
})

it('a name that has all that one may have keeps no other from its turn', async () => {
  const { begun, begin, end } = workshop({ ofName: 1, inAll: 2 })
  for (const [name, work] of [
    ['x', 'x1'],
    ['y', 'y1'],
    ['x', 'x2'],
    ['z', 'z1'],
  ] as const) {
    void begin(name, work)
  }
  expect(begun).toEqual(['x1', 'y1'])
  await end('y1')
  expect(begun).toEqual(['x1', 'y1', 'z1'])
  await end('x1')
  expect(begun).toEqual(['x1', 'y1', 'z1', 'x2'])
})

it('what waits for its name and for a place in all waits once', async () => {
  const { begun, begin, end } = workshop({ ofName: 1, inAll: 1 })
  void begin('x', 'x1')
  void begin('y', 'y1')
  const late = expect(begin('x', 'x2')).rejects.toThrow(ServiceBusyError)
  vi.advanceTimersByTime(60)
  await end('x1')
  vi.advanceTimersByTime(40)
  await late
  await end('y1')
  expect(begun).toEqual(['x1', 'y1'])
})

it('names of one account share what an account may have', async () => {
  const turns = new NodeWorkTurns({ ofName: 2, ofAccount: 3, inAll: 5, waitMs: 100 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const begin = (id: string, accountId: string) =>
    void turns.take({ id, accountId }, () => {
      begun.push(id)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) begin(id, 'a')
  begin('b1', 'b')
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1'])
  ends[3]?.() // of the other account, which makes no room in this one
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1'])
  ends[0]?.()
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4'])
  const refusals = { tooMany: () => new Error('too many of one'), noRoom: () => new Error('no room') }
  expect(() => turns.enter({ id: 'a6', accountId: 'a' }, refusals)).toThrow('too many of one')
  turns.enter({ id: 'b2', accountId: 'b' }, refusals)
})

it('what stays long enters at once or is refused, and gives its place back once', () => {
  const turns = new NodeWorkTurns({ ofName: 1, inAll: 2 })
  const enter = (name: string) =>
    turns.enter(name, { tooMany: () => new Error('too many of one'), noRoom: () => new Error('no room') })
  const leave = enter('x')
  enter('y')
  expect(() => enter('x')).toThrow('too many of one')
  expect(() => enter('z')).toThrow('no room')
  leave()
  leave()
  enter('z')
  expect(() => enter('x')).toThrow('no room')
})
