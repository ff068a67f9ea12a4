import { describe, expect, it } from 'vitest'
import { isTimeZone } from '../../domain/decision/time-zone.ts'
import { localTimeFormatter } from './time-zone.ts'

describe('a time zone', () => {
  it.each([
    ['UTC', true],
    ['Europe/Berlin', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['+02:00', false],
    ['Europe/Atlantis', false],
    ['Europe/', false],
    ['', false],
    ['Europe/Berlin\n', false],
  ])('%j: %j', (name, is) => {
    expect(isTimeZone(name)).toBe(is)
  })

  it.each([
    ['UTC', '2026-10-31 23:30:00'],
    ['America/Los_Angeles', '2026-10-31 16:30:00'],
    ['Asia/Kolkata', '2026-11-01 05:00:00'],
  ])('writes a moment as people in %s read it', (zone, local) => {
    expect(localTimeFormatter(zone)(Date.UTC(2026, 9, 31, 23, 30))).toBe(local)
  })
})
