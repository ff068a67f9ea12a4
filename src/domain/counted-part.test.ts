import { expect, it } from 'vitest'
import { monthOf, partAt, withAmount, type CountedPart } from './counted-part.ts'

const newYear = Date.UTC(2027, 0, 1)

it.each<[string, number, number, CountedPart, number]>([
  ['its own month, where none has begun', newYear, 0, [newYear, 5], 202701],
  ['its own month, which has begun', newYear, 202701, [newYear, 5], 202701],
  ['its own month, before which another has', newYear, 202612, [newYear, 5], 202701],
  ['a later month that has begun', newYear - 1, 202701, [newYear - 1, 5, 202701], 202701],
])('what is spent counts in %s', (_, at, begunMonth, part, month) => {
  expect(partAt(at, 5, begunMonth)).toEqual(part)
  expect(monthOf(part)).toBe(month)
  expect(withAmount(part, -5)).toEqual(part.with(1, -5))
})
