import { expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { LONGEST_LOOP_TURN_MS, EventLoopTurnWatch } from './turn-watch.ts'

const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const compute = (ms: number) => {
  const until = usedMs() + ms
  while (usedMs() < until);
}
/** Stands in for the measured slowness of the processor, which varies while others use the machine: 1 is a processor at its best. */
const AT_BEST = () => 1
const nextTimer = () => new Promise((resolve) => setTimeout(resolve, 30))

it('a turn that computes for too long is noticed, with the requests that ran', async () => {
  const watch = new EventLoopTurnWatch<{ name: string }>(AT_BEST)
  watch.start()
  const [running, ended] = [{ name: 'listCards' }, { name: 'getCard' }]
  await nextTimer()
  watch.began(running)
  watch.began(ended)
  compute(LONGEST_LOOP_TURN_MS + 50)
  watch.ended(ended, ended.name)
  let seen: readonly object[] = []
  await eventually('it is noticed', () => (seen = watch.take(({ name }) => name)).length > 0)
  expect(seen).toMatchObject([{ operations: ['listCards', 'getCard'] }])
  watch.stop()
})

it('short turns are no long one, and neither is one of the test itself', async () => {
  const watch = new EventLoopTurnWatch<{ name: string }>(AT_BEST)
  watch.start()
  await nextTimer()
  const request = { name: 'listCards' }
  watch.began(request)
  for (let turn = 0; turn < 10; turn += 1) {
    compute(50)
    await nextTimer()
  }
  compute(50)
  watch.ended(request, request.name)
  compute(LONGEST_LOOP_TURN_MS + 50)
  await nextTimer()
  expect(watch.take(({ name }) => name)).toEqual([])
  watch.stop()
})

it('a turn may take longer by as much as the processor is slower', async () => {
  const watch = new EventLoopTurnWatch<{ name: string }>(() => 100)
  watch.start()
  await nextTimer()
  const request = { name: 'listCards' }
  watch.began(request)
  compute(LONGEST_LOOP_TURN_MS + 50)
  await nextTimer()
  watch.ended(request, request.name)
  expect(watch.take(({ name }) => name)).toEqual([])
  watch.stop()
})
