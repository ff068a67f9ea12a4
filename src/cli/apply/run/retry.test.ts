import { expect, it } from 'vitest'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PurserError } from '../../remote/client.ts'
import { createApplyRequestRetry } from './retry.ts'

const problem = (code: ErrorCode, status: number, retryAfterSeconds?: number) =>
  new PurserError({ code, message: code, status, retryable: true, retryAfterSeconds })

function rig() {
  const waits: number[] = []
  const told: string[] = []
  const wait = async (ms: number) => void waits.push(ms)
  return { waits, told, retry: createApplyRequestRetry({ wait, tell: (text) => told.push(text) }) }
}

/** Makes a request that fails with each of the given errors in turn, and then succeeds. */
function failing(...errors: PurserError[]) {
  const left = [...errors]
  return async () => {
    const error = left.shift()
    if (error !== undefined) throw error
    return 'answer'
  }
}

it('waits as long as the node asks for, once for all requests', async () => {
  const { waits, told, retry } = rig()
  const limited = () => failing(problem('rate_limited', 429, 42))
  expect(await Promise.all([retry(limited()), retry(limited())])).toEqual(['answer', 'answer'])
  expect(waits).toEqual([42_000])
  expect(told).toEqual(['The API key has made as many requests as it may in a minute. Going on in 42 s.'])
})

it('tries again what is likely to pass, five times, and nothing else', async () => {
  const { waits, retry } = rig()
  const busy = problem('unavailable', 503)
  expect(await retry(failing(busy, busy, problem('unavailable', 503, 7)))).toBe('answer')
  expect(waits).toEqual([500, 1000, 7000])
  await expect(retry(failing(busy, busy, busy, busy, busy))).rejects.toBe(busy)
  const refused = problem('invalid_request', 400)
  await expect(retry(failing(refused))).rejects.toBe(refused)
})

it('waits no longer than the window of the rate limit has', async () => {
  const { waits, retry } = rig()
  await retry(failing(problem('rate_limited', 429, 86_400)))
  expect(waits).toEqual([90_000])
})
