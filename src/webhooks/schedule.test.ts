import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../lib/clock.ts'
import { deliveryStatusAfterAttempt } from './schedule.ts'

it.each([
  [1, 5 * MINUTE_MS],
  [2, 30 * MINUTE_MS],
  [3, 2 * HOUR_MS],
  [4, 24 * HOUR_MS],
])('after %i failed attempts the next one waits %i ms from the end of the last', (scheduledAttempts, delayMs) => {
  expect(deliveryStatusAfterAttempt({ scheduledAttempts, succeeded: false, endedAt: 1000 })).toEqual({
    status: 'pending',
    nextAttemptAt: 1000 + delayMs,
  })
})

it('the schedule gives up after the fifth', () => {
  expect(deliveryStatusAfterAttempt({ scheduledAttempts: 5, succeeded: false, endedAt: 0 })).toEqual({
    status: 'failed',
    nextAttemptAt: null,
  })
})

it.each([0, 1, 5, 6])('the schedule stops at a success, be it after %i scheduled attempts', (scheduledAttempts) => {
  expect(deliveryStatusAfterAttempt({ scheduledAttempts, succeeded: true, endedAt: 0 })).toEqual({
    status: 'succeeded',
    nextAttemptAt: null,
  })
})
