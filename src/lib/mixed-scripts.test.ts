import { expect, it } from 'vitest'
import { mixedScriptWords, withMixedAlphabetNotes } from './mixed-scripts.ts'

it.each([
  ['G\u0456tHub', 'G\u0456tHub [Latin + Cyrillic]'],
  ['Seat at G\u0456tHub, Inc.', 'Seat at G\u0456tHub [Latin + Cyrillic], Inc.'],
  ['G\u03BF\u03BFgle', 'G\u03BF\u03BFgle [Latin + Greek]'],
  ['\u0555penAI', '\u0555penAI [Latin + Armenian]'],
  ['\u13A0mazon', '\u13A0mazon [Latin + Cherokee]'],
  ['\u042FндΕкс', '\u042FндΕкс [Cyrillic + Greek]'],
  ['P\u0430y2\u0440al G\u0456tHub', 'P\u0430y2\u0440al [Latin + Cyrillic] G\u0456tHub [Latin + Cyrillic]'],
  ['a\u0301\u0430', 'a\u0301\u0430 [Latin + Cyrillic]'],
])('a word that mixes alphabets has a note: %j', (text, noted) => {
  expect(withMixedAlphabetNotes(text)).toBe(noted)
  expect(withMixedAlphabetNotes(noted)).toBe(noted)
})

it.each([
  'GitHub',
  'Яндекс Market',
  'Книги-Online',
  'Tシャツ',
  'LINEペイ',
  'SK텔레콤',
  '卡拉OK',
  '10 kΩ, 4 μF, Δt, 2πr, β-carotene',
  'Café Größe Đà Nẵng',
  'مكتبة',
  'חנות',
  'ร้านA',
  '👩‍🚀',
  '',
])('%j is as it is', (text) => {
  expect(mixedScriptWords(text)).toEqual([])
  expect(withMixedAlphabetNotes(text)).toBe(text)
})
