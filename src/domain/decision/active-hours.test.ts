import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActiveHours } from '../../contract/policy.ts'
import { isOpen } from '../../../test/model/wall-clock.ts'
import { isWithinActiveHours, nextActiveHoursAt, wallClock } from './active-hours.ts'
import { isTimeZone } from './time-zone.ts'

const [sunday, monday, friday, saturday] = [0, 1, 5, 6]
const hours = (timezone: string, days: number[], span: string): ActiveHours => {
  const [from, to] = span.split('-') as [string, string]
  return { timezone, days, from, to }
}
const at = (iso: string) => Date.parse(`${iso}Z`)

const office = hours('UTC', [monday], '09:00-17:00')
const night = hours('UTC', [friday], '22:00-02:00')
const wholeDay = hours('UTC', [friday], '06:00-06:00')
const early = hours('Europe/Berlin', [sunday], '01:30-03:30') // clocks go forward on 2026-03-29 and back on 2026-10-25, at 01:00 UTC
const berlinNight = hours('Europe/Berlin', [saturday], '22:00-06:00')

describe('active hours', () => {
  it.each<[string, ActiveHours, string, boolean]>([
    ['begin with the first minute', office, '2026-11-16T09:00:00.000', true],
    ['not a millisecond before', office, '2026-11-16T08:59:59.999', false],
    ['end before the last', office, '2026-11-16T17:00:00.000', false],
    ['hold to the last millisecond', office, '2026-11-16T16:59:59.999', true],
    ['not on another day', office, '2026-11-17T12:00:00.000', false],
    ['pass midnight', night, '2026-11-21T01:59:59.999', true],
    ['end on the next day', night, '2026-11-21T02:00:00.000', false],
    ['belong to the day on which they began', night, '2026-11-20T01:00:00.000', false],
    ['begin on their day', night, '2026-11-20T22:00:00.000', true],
    ['from equal to to: a whole day begins', wholeDay, '2026-11-20T06:00:00.000', true],
    ['and lasts', wholeDay, '2026-11-21T05:59:59.999', true],
    ['and ends', wholeDay, '2026-11-21T06:00:00.000', false],
    ['no days, never', hours('UTC', [], '00:00-00:00'), '2026-11-20T06:00:00.000', false],
    [
      'by the wall clock of the zone',
      hours('America/New_York', [monday], '09:00-10:00'),
      '2026-11-16T14:30:00.000',
      true,
    ],
    [
      'also where the day is another',
      hours('Pacific/Kiritimati', [monday], '00:00-01:00'),
      '2026-11-15T10:30:00.000',
      true,
    ],
    ['also by a quarter of an hour', hours('Asia/Kathmandu', [monday], '05:45-05:46'), '2026-11-16T00:00:00.000', true],
    ['clocks forward: before the gap', early, '2026-03-29T00:59:59.999', true],
    ['clocks forward: after the gap', early, '2026-03-29T01:29:59.999', true],
    ['clocks forward: an hour is lost', early, '2026-03-29T01:30:00.000', false],
    ['clocks back: the first time', early, '2026-10-25T00:30:00.000', true],
    ['clocks back: the second time', early, '2026-10-25T01:30:00.000', true],
    ['clocks back: to the end', early, '2026-10-25T02:29:59.999', true],
    ['clocks back: and no longer', early, '2026-10-25T02:30:00.000', false],
    ['a night over the change', berlinNight, '2026-10-25T04:59:59.999', true],
    ['a night over the change ends by the new clock', berlinNight, '2026-10-25T05:00:00.000', false],
  ])('%s', (_, span, moment, expected) => {
    expect(isWithinActiveHours(span, at(moment))).toBe(expected)
  })

  it.each<[string, ActiveHours, string, string | undefined]>([
    ['later today', office, '2026-11-16T08:00:00.500', '2026-11-16T09:00:00.000Z'],
    ['in a week', office, '2026-11-16T17:00:00.000', '2026-11-23T09:00:00.000Z'],
    ['the minute before', office, '2026-11-16T08:59:59.999', '2026-11-16T09:00:00.000Z'],
    ['never', hours('UTC', [], '09:00-17:00'), '2026-11-16T08:00:00.000', undefined],
    [
      'begins in the gap: when the clock has jumped into it',
      hours('Europe/Berlin', [sunday], '02:15-04:00'),
      '2026-03-28T12:00:00.000',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'all of it in the gap: a week later',
      hours('Europe/Berlin', [sunday], '02:15-02:45'),
      '2026-03-28T12:00:00.000',
      '2026-04-05T00:15:00.000Z',
    ],
    ['over a change of clocks', office, '2026-10-24T12:00:00.000', '2026-10-26T09:00:00.000Z'],
    [
      'over a change, by the new clock',
      hours('Europe/Berlin', [monday], '09:00-17:00'),
      '2026-10-24T12:00:00.000',
      '2026-10-26T08:00:00.000Z',
    ],
    [
      'clocks back into it again',
      hours('Europe/Berlin', [sunday], '02:00-02:30'),
      '2026-10-25T00:40:00.000',
      '2026-10-25T01:00:00.000Z',
    ],
  ])('are next: %s', (_, span, moment, expected) => {
    const next = nextActiveHoursAt(span, at(moment))
    expect(next && new Date(next).toISOString()).toBe(expected)
  })
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/St_Johns',
  'Pacific/Apia',
]
const time = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
const anyHours = fc.record({
  timezone: fc.constantFrom(...zones),
  days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  from: time,
  to: time,
})
const anyMoment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) })

describe('against the wall clock as text', () => {
  it('active is what the wall clock says', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (span, moment) => {
        expect(isWithinActiveHours(span, moment)).toBe(isOpen(span, moment))
      }),
      { numRuns: 2000 },
    )
  })

  it('the next active minute is active, and none before it is', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (span, moment) => {
        const next = nextActiveHoursAt(span, moment)
        if (next === undefined) throw new Error('some day is active')
        expect(isOpen(span, next)).toBe(true)
        const firstMinute = Math.floor(moment / 60_000) * 60_000 + 60_000
        for (let earlier = next - 60_000; earlier >= firstMinute; earlier -= 60_000 * 7) {
          expect(isOpen(span, earlier)).toBe(false)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('time zones', () => {
  it.each(['UTC', 'Europe/Berlin', 'US/Eastern', 'america/new_york', 'Etc/GMT+5'])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })
  it.each(['', 'Berlin', 'Europe/Atlantis', '+01:00', 'UTC+1', '__proto__', 'Europe/Berlin '])(
    '"%s" is none',
    (name) => {
      expect(isTimeZone(name)).toBe(false)
    },
  )
  it('show their wall clock', () => {
    expect(wallClock('America/New_York', at('2026-11-16T03:05:00.000'))).toBe('Sunday 22:05')
  })
})
