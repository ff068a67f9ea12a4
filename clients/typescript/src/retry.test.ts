import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../../src/contract/errors.ts'
import { errorCatalogue } from '../../../src/contract/errors.ts'
import { PurserError } from './purser-error.ts'
import { isWorthRetrying, retryDelayMs } from './retry.ts'

const errorOf = (code: ErrorCode, retryAfterSeconds?: number) =>
  new PurserError({ code, ...errorCatalogue[code], retryAfterSeconds })

describe('what the client tries again', () => {
  const codes = Object.keys(errorCatalogue) as ErrorCode[]

  it('retries the passing failures, never what waits for a person or a policy', () => {
    const retried = codes.filter((code) => isWorthRetrying(errorOf(code)))
    expect(retried.toSorted()).toEqual(['idempotency_in_progress', 'internal_error', 'rate_limited', 'unavailable'])
  })

  it('never retries what the catalogue calls final', () => {
    for (const code of codes.filter((each) => isWorthRetrying(errorOf(each)))) {
      expect(errorCatalogue[code].retryable, code).toBe(true)
    }
  })
})

describe('how long it waits', () => {
  const unavailable = errorOf('unavailable')

  it.each([
    { attempt: 1, random: 0, delayMs: 125 },
    { attempt: 1, random: 1, delayMs: 250 },
    { attempt: 3, random: 1, delayMs: 1000 },
    { attempt: 30, random: 1, delayMs: 4000 },
  ])('attempt $attempt with random $random: $delayMs ms', ({ attempt, random, delayMs }) => {
    expect(retryDelayMs(unavailable, attempt, random)).toBe(delayMs)
  })

  it('as long as the server asks for', () => {
    expect(retryDelayMs(errorOf('rate_limited', 17), 1, 0)).toBe(17_000)
  })
})
