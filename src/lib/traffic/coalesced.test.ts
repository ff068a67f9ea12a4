import { expect, it } from 'vitest'
import { CoalescedJob } from './coalesced.ts'

function rig() {
  const ends: PromiseWithResolvers<number>[] = []
  const job = new CoalescedJob(() => {
    const end = Promise.withResolvers<number>()
    ends.push(end)
    return end.promise
  })
  return { job, ends, turn: () => new Promise(setImmediate) }
}

it('whoever asks while a job runs shares the one run that follows', async () => {
  const { job, ends, turn } = rig()
  const first = job.run()
  await turn()
  const later = [job.run(), job.run(), job.run()]
  await turn()
  expect(ends).toHaveLength(1)
  ends[0]?.resolve(1)
  await turn()
  ends[1]?.resolve(2)
  expect([await first, ...(await Promise.all(later))]).toEqual([1, 2, 2, 2])
  expect(ends).toHaveLength(2)
})

it('a run that fails fails whoever shares it, and not the next', async () => {
  const { job, ends, turn } = rig()
  const failing = expect(job.run()).rejects.toThrow('failed')
  await turn()
  const next = job.run()
  ends[0]?.reject(new Error('failed'))
  await failing
  await turn()
  ends[1]?.resolve(2)
  expect(await next).toBe(2)
})
