import { expect, it } from 'vitest'
import { changedFieldLines } from './decide.ts'

it('names what differs, what is new and what is gone, and nothing that changes by itself', () => {
  const before = { id: 'int_1', purpose: 'Chairs', tax: 100, subjectHash: 'a', expiresAt: '2026-01-31T12:00:00.000Z' }
  const after = {
    id: 'int_1',
    purpose: 'A lamp',
    ceiling: 900,
    subjectHash: 'b',
    expiresAt: '2026-01-31T13:00:00.000Z',
  }
  expect(changedFieldLines(before, after)).toEqual([
    '  purpose: "Chairs" -> "A lamp"',
    '  tax: 100 -> null',
    '  ceiling: null -> 900',
  ])
})
