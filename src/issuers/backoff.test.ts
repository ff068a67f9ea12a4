import { expect, it } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import { IssuerBusy } from './issuer.ts'
import { issuerCallDelayMs, retryBusyIssuer, retryAfterMs } from './backoff.ts'

const busy = (ms = 0) => new IssuerBusy('Slow down', ms)

it('waits longer each time, as long as the issuer says at least, and never more than an hour', () => {
  const after = (error: unknown) =>
    [0, 1, 2, 11, 12, 99].map((attempt) => issuerCallDelayMs(error, attempt) / SECOND_MS)
  expect(after(new Error('Down'))).toEqual([1, 2, 4, 2048, 3600, 3600])
  expect(after(busy(90_000))).toEqual([90, 90, 90, 2048, 3600, 3600])
  expect(issuerCallDelayMs(busy(24 * HOUR_MS), 0)).toBe(HOUR_MS)
})

it('asks again for what was refused for being asked too often, for an hour in all of one list', async () => {
  const waited: number[] = []
  const patiently = retryBusyIssuer(async (ms) => void waited.push(ms / SECOND_MS))
  const answers = [busy(), busy(30_000), 'one', busy(), 'two']
  const ask = async () => {
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? busy()
    return answer
  }
  expect([await patiently(ask), await patiently(ask), waited]).toEqual(['one', 'two', [1, 30, 1]])
  await expect(patiently(ask)).rejects.toThrow('Slow down')
  const inAll = waited.reduce((sum, each) => sum + each, 0)
  expect([inAll <= 3600, waited.at(-1)]).toEqual([true, 1024])
})

it('passes on at once what is wrong otherwise', async () => {
  const patiently = retryBusyIssuer(() => Promise.reject(new Error('waited')))
  await expect(patiently(() => Promise.reject(new Error('Down')))).rejects.toThrow('Down')
})

it('reads seconds, and takes anything else for nothing said', () => {
  const read = ['0', '17', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1.5', '', null, undefined].map(retryAfterMs)
  expect(read).toEqual([0, 17_000, 0, 0, 0, 0, 0, 0])
})
