import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withMarkedCharacters, untrustedTextPieces } from '../../dashboard/src/lib/marked.ts'

it.each([
  ['Ink Shop', 'Ink Shop'],
  ['Shop\u202Epohs', 'Shop[U+202E]pohs'],
  ['a\nb\u0000c\u{E0041}', 'a[U+000A]b[U+0000]c[U+E0041]'],
  ['\u2066x\u2069', '[U+2066]x[U+2069]'],
  [
    'Seat at G\u0456tHub, P\u0430y\u200Bpal',
    'Seat at G\u0456tHub [Latin + Cyrillic], P\u0430y [Latin + Cyrillic][U+200B]pal',
  ],
  ['SK텔레콤 and Яндекс', 'SK텔레콤 and Яндекс'],
  ['$1.00 at G\u0456tHub [Latin + Cyrillic]', '$1.00 at G\u0456tHub [Latin + Cyrillic]'],
  ['👩\u200D🚀 می\u200Cخواهم', '👩\u200D🚀 می\u200Cخواهم'],
])('what does not show is shown: %j', (text, shown) => {
  expect(withMarkedCharacters(text)).toBe(shown)
  expect(
    untrustedTextPieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

it('one component shows what others wrote, so that nothing is isolated without its marks', () => {
  const isolating = globSync('dashboard/src/**/*.tsx').filter((path) => /<bdi\b/.test(readFileSync(path, 'utf8')))
  expect(isolating).toEqual(['dashboard/src/ui/untrusted-text.tsx'])
})
