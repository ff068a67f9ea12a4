import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayCountOfRange,
  dayInZone,
  daysOfRange,
  firstDayOfMonth,
  isCalendarDay,
  isKnownTimeZone,
  lastDayOfMonth,
  mondayOf,
  startOfDay,
} from '../../../dashboard/src/lib/days.ts'
import { chosenDayRange, comparedDayRange } from '../../../dashboard/src/lib/ranges.ts'

describe('days', () => {
  it.each([
    ['2026-10-31', 'UTC', '2026-10-31T00:00:00.000Z'],
    ['2026-10-31', 'America/Los_Angeles', '2026-10-31T07:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-11-01', 'Asia/Kolkata', '2026-10-31T18:30:00.000Z'],
    ['2026-11-01', 'Pacific/Kiritimati', '2026-10-31T10:00:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, at) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(at)
    expect([dayInZone(startOfDay(day, zone), zone), dayInZone(startOfDay(day, zone) - 1, zone)]).toEqual([
      day,
      addDays(day, -1),
    ])
  })

  it('are counted, listed, and placed in weeks and months', () => {
    expect(daysOfRange({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(dayCountOfRange({ from: '2026-01-01', to: '2026-12-31' })).toBe(365)
    expect([firstDayOfMonth('2026-01-31', -1), lastDayOfMonth('2024-01-31', 1)]).toEqual(['2025-12-01', '2024-02-29'])
    expect(['2026-11-22', '2026-11-23', '2026-11-24'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-23', '2026-11-23'])
    expect(['2026-11-24', '2026-13-01', '24.11.2026'].map(isCalendarDay)).toEqual([true, false, false])
    expect(['Asia/Tokyo', 'Europe/Atlantis'].map(isKnownTimeZone)).toEqual([true, false])
  })
})

describe('a range', () => {
  const today = '2026-11-24'
  it.each([
    [{}, '2026-11-01', '2026-11-24'],
    [{ range: 'this-month' }, '2026-11-01', '2026-11-24'],
    [{ range: 'last-month' }, '2026-10-01', '2026-10-31'],
    [{ range: '7' }, '2026-11-18', '2026-11-24'],
    [{ range: '90' }, '2026-08-27', '2026-11-24'],
    [{ range: 'toString' }, '2026-11-01', '2026-11-24'],
    [{ from: '2026-02-03', to: '2026-02-01' }, '2026-02-01', '2026-02-03'],
    [{ from: '2020-02-03', to: '2026-02-01' }, '2025-02-01', '2026-02-01'],
    [{ from: 'x', to: '2026-02-01' }, '2026-11-01', '2026-11-24'],
  ])('%j is %s to %s', (chosen, from, to) => {
    expect(chosenDayRange(chosen, today)).toEqual({ from, to })
  })

  it.each([
    ['2026-11-01', '2026-11-24', '2026-10-01', '2026-10-24'],
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2026-11-18', '2026-11-24', '2026-11-11', '2026-11-17'],
    ['2026-10-01', '2026-11-10', '2026-08-21', '2026-09-30'],
  ])('%s to %s is compared with %s to %s', (from, to, beforeFrom, beforeTo) => {
    expect(comparedDayRange({ from, to })).toEqual({ from: beforeFrom, to: beforeTo })
  })
})
