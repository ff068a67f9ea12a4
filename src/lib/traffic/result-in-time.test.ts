import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { abortAfter, resultWithinTimeLimit } from './result-in-time.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

class LateError extends Error {}
const late = () => new LateError()

it('work that ends in time gives its result or its error, and leaves no timer', async () => {
  expect(await resultWithinTimeLimit(Promise.resolve(7), 100, late)).toBe(7)
  await expect(resultWithinTimeLimit(Promise.reject(new Error('failed')), 100, late)).rejects.toThrow('failed')
  expect(vi.getTimerCount()).toBe(0)
})

it('work that takes longer is rejected with the error of the caller, and may fail afterwards without harm', async () => {
  const work = Promise.withResolvers<number>()
  const outcome = expect(resultWithinTimeLimit(work.promise, 100, late)).rejects.toBeInstanceOf(LateError)
  vi.advanceTimersByTime(100)
  await outcome
  work.reject(new Error('nobody listens'))
  await new Promise(setImmediate)
})

it('an attempt is aborted when its time is up, and not when it has ended before', async () => {
  const [short, long] = [new AbortController(), new AbortController()]
  expect(await abortAfter(100, short, () => Promise.resolve('done'))).toBe('done')
  const work = abortAfter(
    100,
    long,
    () => new Promise((resolve) => long.signal.addEventListener('abort', () => resolve(long.signal.reason))),
  )
  vi.advanceTimersByTime(100)
  expect(await work).toBe('timeout')
  expect(short.signal.aborted).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})
