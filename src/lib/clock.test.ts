import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, nullableIsoTimestamp, isoTimestamp } from './clock.ts'

/** The last moment that a Date can have; the first one is as far before 1970. */
const LAST_MS = 8_640_000_000_000_000

describe('a timestamp', () => {
  it('is what a Date writes, for every moment that a Date can have', () => {
    const moments = fc.oneof(fc.integer({ min: -LAST_MS, max: LAST_MS }), fc.integer({ min: 0, max: 2 * DAY_MS }))
    fc.assert(fc.property(moments, (ms) => isoTimestamp(ms) === new Date(ms).toISOString()))
  })

  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [DAY_MS - 1, '1970-01-01T23:59:59.999Z'],
    [DAY_MS, '1970-01-02T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [Date.UTC(2028, 1, 29, 12, 34, 56, 7), '2028-02-29T12:34:56.007Z'],
    [1_800_000_000_123.9, '2027-01-15T08:00:00.123Z'],
    [LAST_MS, '+275760-09-13T00:00:00.000Z'],
  ])('of %s is %s', (ms, text) => {
    expect(isoTimestamp(ms)).toBe(text)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, LAST_MS + DAY_MS])('is not made of %s', (ms) => {
    expect(() => isoTimestamp(ms)).toThrow(RangeError)
  })

  it('of nothing is null', () => {
    expect([nullableIsoTimestamp(null), nullableIsoTimestamp(0)]).toEqual([null, '1970-01-01T00:00:00.000Z'])
  })
})
