/** The blocks of Latin letters with marks: Latin-1, Extended-A and Extended-B, and Extended Additional, with the first and last letter. */
export const latinBlocks = [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const

/**
 * The plain letters of Latin letters that Unicode does not decompose, as the systems write them that have ASCII alone. Left out are letters
 * that stand for no plain letter: the tones of old Zhuang (ƅ, ƨ, ƽ look like digits), clicks (ǀ, ǃ), glottal stops (ɂ) and the reversed ezh.
 */
const whole: Readonly<Record<string, string>> = {
  a: 'ⱥẚʌ',
  ae: 'æ',
  b: 'ƀɓƃ',
  c: 'ƈȼ',
  d: 'đðɖɗƌȡẟ',
  db: 'ȸ',
  dz: 'ǆǳƻ',
  e: 'ǝəɛɇ',
  f: 'ƒ',
  g: 'ɠǥɣ',
  gh: 'ƣ',
  h: 'ħ',
  hw: 'ƕ',
  i: 'ıɨɩ',
  ij: 'ĳ',
  j: 'ȷɉ',
  k: 'ƙ',
  l: 'łŀƚȴƛ',
  lj: 'ǉ',
  ll: 'ỻ',
  n: 'ŉɲƞȵ',
  ng: 'ŋ',
  nj: 'ǌ',
  o: 'øɔɵ',
  oe: 'œ',
  ou: 'ȣ',
  p: 'ƥ',
  q: 'ĸɋ',
  qp: 'ȹ',
  r: 'ʀɍ',
  s: 'ſȿẜẝ',
  sh: 'ʃƪ',
  ss: 'ß',
  t: 'ŧƭʈƫⱦȶ',
  th: 'þ',
  ts: 'ƾ',
  u: 'ʊʉ',
  v: 'ʋỽ',
  w: 'ɯƿ',
  y: 'ƴɏỿȝ',
  z: 'ƶȥɀƍ',
  zh: 'ʒƺ',
}

const wholeLetters = new Map(
  Object.entries(whole).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain] as const)),
)

/** The plain letters of a letter in lower case with any of Unicode's marks. Undefined: it has none. */
function plainOf(lower: string): string | undefined {
  const letters = lower.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const base = wholeLetters.get(letters) ?? letters
  return /^[a-z]+$/.test(base) ? base : undefined
}

/** The plain letters that acquirers write for the letters of `latinBlocks`, by the letter in lower case. İ has no lower case of its own. */
export const latinLetters: ReadonlyMap<string, string> = new Map(
  latinBlocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      const letter = String.fromCharCode(first + index)
      const lower = letter === 'İ' ? letter : letter.toLowerCase()
      return [lower, plainOf(lower.toLowerCase())] as const
    }).filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  ),
)
