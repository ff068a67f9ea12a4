import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A rival is another method of comparing two names, with the threshold that its users choose. */
export interface RivalMatcher {
  readonly name: string
  readonly matches: (observed: string, listed: string) => boolean
}

type FuseClass = new (list: readonly string[], options: object) => { search: (text: string) => readonly unknown[] }
const require = createRequire(join(import.meta.dirname, '../../tools/merchant-names/rivals.ts'))
const Fuse = require('fuse.js') as FuseClass

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const rivalMatchers: readonly RivalMatcher[] = [
  { name: 'substring', matches: (observed, listed) => plain(observed).includes(plain(listed)) },
  {
    name: 'Levenshtein, 0.8 alike',
    matches: (observed, listed) => {
      const [a, b] = [plain(observed), plain(listed)]
      return 1 - levenshtein(a, b) / Math.max(a.length, b.length, 1) >= 0.8
    },
  },
  { name: 'Jaro-Winkler, 0.9', matches: (observed, listed) => jaroWinkler(plain(observed), plain(listed)) >= 0.9 },
  {
    name: 'Fuse.js, its defaults',
    matches: (observed, listed) => new Fuse([observed], {}).search(listed).length > 0,
  },
]

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

function jaroWinkler(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Set<number>()
  const found: string[] = []
  for (const [i, letter] of a.split('').entries()) {
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j += 1) {
      if (b[j] !== letter || taken.has(j)) continue
      taken.add(j)
      found.push(letter)
      break
    }
  }
  const count = found.length
  if (count === 0) return 0
  const other = [...taken].toSorted((x, y) => x - y).map((j) => b[j])
  const moved = found.filter((letter, n) => letter !== other[n]).length / 2
  const jaro = (count / a.length + count / b.length + (count - moved) / count) / 3
  let same = 0
  while (same < 4 && a[same] !== undefined && a[same] === b[same]) same += 1
  return jaro + same * 0.1 * (1 - jaro)
}
