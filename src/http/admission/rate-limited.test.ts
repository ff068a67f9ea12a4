import { expect, it } from 'vitest'
import { rateLimitedError } from './rate-limited.ts'

const key = { type: 'key' } as const
const person = { type: 'person' } as const

it.each([
  [
    'of a tier',
    { principal: key, tier: 'standard' } as const,
    100,
    '100 requests a minute, the number of its tier `standard`',
  ],
  [
    'of the tier pro',
    { principal: key, tier: 'pro' } as const,
    1000,
    '1000 requests a minute, the number of its tier `pro`',
  ],
  [
    'with a number of its own',
    { principal: key, tier: null },
    250,
    '250 requests a minute, the number that it was made with',
  ],
])(
  'a key %s is told how many requests it may make, why, and how to get a key for more',
  (_what, caller, limit, says) => {
    const { code, message, extras } = rateLimitedError(caller, { limit, resetSeconds: 41 })
    expect([code, extras.retryAfterSeconds]).toEqual(['rate_limited', 41])
    expect(message).toBe(`This API key may make ${says}, and has made them.`)
    expect(extras.hint).toContain(
      '`purser keys create <name> --role <role> --tier enterprise --requests-per-minute 6000`',
    )
  },
)

it('a person is told to give programs a key of their own', () => {
  const { message, extras } = rateLimitedError({ principal: person, tier: null }, { limit: 600, resetSeconds: 1 })
  expect([message, extras.hint]).toEqual([
    'A person may make 600 requests a minute, and you have made them.',
    'Wait for the number of seconds in `Retry-After`. Programs use an API key of their own.',
  ])
})
