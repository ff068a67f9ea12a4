import { expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/clock.ts'
import { NightlyReconciliation } from './nightly.ts'

it('compares the last two days once a night, and again in the next one where that failed', async () => {
  const at = (text: string) => Date.parse(`2026-11-${text}:00Z`)
  let now = at('20T02:59')
  const since: number[] = []
  const failed: unknown[] = []
  const nightly = new NightlyReconciliation({
    clock: { now: () => now },
    compare: (from) => {
      since.push(from)
      return since.length === 1 ? Promise.reject(new Error('away')) : Promise.resolve()
    },
    onError: (error) => failed.push(error),
  })
  for (const moment of ['20T02:59', '20T03:00', '20T03:01', '21T02:59', '21T09:00', '21T09:01', '22T03:00']) {
    now = at(moment)
    await nightly.runDue()
  }
  expect(since).toEqual(['20T03:00', '21T09:00', '22T03:00'].map((moment) => at(moment) - 48 * HOUR_MS))
  expect(failed).toHaveLength(1)
})

it('complains of nothing that its own end has ended', async () => {
  const compared = Promise.withResolvers<never>()
  let now = Date.parse('2026-11-20T02:59:00Z')
  const failed: unknown[] = []
  const nightly = new NightlyReconciliation({
    clock: { now: () => now },
    compare: () => compared.promise,
    onError: (error) => failed.push(error),
  })
  now += HOUR_MS
  void nightly.runDue()
  const stopped = nightly.stop()
  compared.reject(new Error('ended'))
  await stopped
  expect(failed).toEqual([])
})
