import { expect, it } from 'vitest'
import { createBatchLatency } from './batch-latency.ts'

function rig() {
  let nowMs = 0
  const latency = createBatchLatency(() => nowMs, { maxInFlight: 2 })
  const pass = (ms: number) => (nowMs += ms)
  return {
    ...latency,
    pass,
    /** Runs batches of these durations, one after the other. */
    took: (...durations: readonly number[]) => {
      for (const durationMs of durations) {
        const ends = latency.begins()
        pass(durationMs)
        ends()
      }
    },
  }
}

it('nobody waits while nothing is in flight', () => {
  const { took, waitMs } = rig()
  took(500, 500)
  expect(waitMs(3)).toBe(0)
})

it('the wait is the shorter of the last two durations, of the batch itself and of each before it', () => {
  const { took, begins, pass, waitMs } = rig()
  took(900, 30, 40)
  begins()
  expect([waitMs(0), waitMs(2)]).toEqual([60, 120])
  pass(10)
  expect(waitMs(0)).toBe(50)
})

it('batches in flight together take their time one after the other', () => {
  const { took, begins, pass, waitMs } = rig()
  took(30, 30)
  const endsFirst = begins()
  const endsSecond = begins()
  expect(waitMs(0)).toBe(90)
  pass(30)
  endsFirst()
  expect(waitMs(0)).toBe(60)
  pass(20)
  endsSecond()
  begins()
  expect(waitMs(0)).toBe(40) // the second took 20 ms, counted from the end of the first
})

it('a slow moment of the database delays all batches in flight, and makes nobody expect another one', () => {
  const { took, begins, pass, nextMs } = rig()
  const slow = () => {
    const [endsFirst, endsSecond] = [begins(), begins()]
    pass(400)
    endsFirst()
    endsSecond()
  }
  took(400, 400)
  expect(nextMs()).toBe(0) // too few batches to know
  took(30)
  expect(nextMs()).toBe(30)
  slow()
  expect(nextMs()).toBe(30)
  slow()
  expect(nextMs()).toBe(400)
  took(20)
  expect(nextMs()).toBe(20)
})

it('a batch that is served for long, and those behind it, take at least as long as it has', () => {
  const { took, begins, pass, waitMs } = rig()
  took(10, 10)
  begins()
  pass(50) // a short delay, such as a garbage collection
  expect(waitMs(1)).toBe(10 * 3 - 50)
  pass(150)
  expect(waitMs(1)).toBe(200 * 3 - 200)
})
