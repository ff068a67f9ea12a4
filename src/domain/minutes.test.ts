import { expect, it } from 'vitest'
import { minutesInWords } from './minutes.ts'

it.each([
  [1, '1 minute'],
  [30, '30 minutes'],
  [60, '1 hour'],
  [90, '1 hour 30 minutes'],
  [240, '4 hours'],
  [1440, '24 hours'],
])('says %i minutes as %s', (minutes, words) => {
  expect(minutesInWords(minutes)).toBe(words)
})
