import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BusyError } from '../../lib/traffic/busy-error.ts'
import { createTurns } from './turns.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Work of a name that ends when it is told to. */
function workshop() {
  const turns = createTurns({ atOnce: 2, waitMs: 100 })
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
  const late = expect(begin('x', 'c')).rejects.toThrow(BusyError)
  vi.advanceTimersByTime(60)
  void begin('x', 'd')
  vi.advanceTimersByTime(60)
  await late
  await end('a')
  expect(begun).toEqual(['a', 'b', 'd'])
})
