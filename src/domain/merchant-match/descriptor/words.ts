import { composeAccents, characterKind, lowerCase, withoutAccent, type WordSeparator } from './characters.ts'

/** A word of a merchant name, in lower case. */
export interface MerchantNameWord {
  /** The name's word in lower case without accents. */
  readonly text: string
  /** The name's word in lower case with accents. */
  readonly spelled: string
  /** `text` with a space wherever an acquirer may split the word: `mcdonald s`, `you tube`, `7 eleven`, `h m`. */
  readonly seams: string
  /** The separator between this word of the merchant's name and the word before it. */
  readonly gap: WordSeparator
}

/** Splits a merchant's name into words. It reads every character once. */
export function splitMerchantNameIntoWords(name: string): MerchantNameWord[] {
  const words: MerchantNameWord[] = []
  let word: OpenWord | null = null
  let gap: WordSeparator = 'none'
  for (const character of composeAccents(name)) {
    const kind = characterKind(character)
    if (kind === 'letter' || kind === 'digit') {
      word ??= { text: '', spelled: null, seams: null, gap, last: kind, lastIsLower: false }
      extend(word, character, kind)
      gap = 'none'
    } else {
      if (word !== null) words.push(closed(word))
      if (word !== null && kind === 'plus') words.push(PLUS)
      word = null
      gap = gapAfter(gap, kind === 'plus' ? 'space' : kind)
    }
  }
  if (word !== null) words.push(closed(word))
  return joinInitials(words.flatMap(withoutGluedNumber))
}

/** A word of a name while it is being read. Members that are null are equal to the text, as for most words. */
interface OpenWord {
  text: string
  spelled: string | null
  seams: string | null
  readonly gap: WordSeparator
  last: 'letter' | 'digit'
  lastIsLower: boolean
}

/** Appends a character to a word. A seam opens before a capital (`YouTube`) and between letters and digits (`7Eleven`). */
function extend(word: OpenWord, character: string, kind: 'letter' | 'digit'): void {
  const spelled = lowerCase(character)
  const text = withoutAccent(spelled)
  const isLower = spelled === character
  const opens = word.last !== kind || (word.lastIsLower && !isLower)
  if (opens || word.seams !== null) word.seams = `${word.seams ?? word.text}${opens ? ' ' : ''}${text}`
  if (spelled !== text || word.spelled !== null) word.spelled = (word.spelled ?? word.text) + spelled
  word.text += text
  word.last = kind
  word.lastIsLower = isLower
}

const closed = ({ text, spelled, seams, gap }: OpenWord): MerchantNameWord => ({
  text,
  spelled: spelled ?? text,
  seams: seams ?? text,
  gap,
})

/**
 * Returns the stronger one of two adjacent separators. In "SQ * X" and "CABELAS INC.*46895" the star is stronger than the others; in
 * "INC. SEATTLE" and "A - B" the space replaces the sign before it.
 */
function gapAfter(gap: WordSeparator, next: WordSeparator): WordSeparator {
  if (gap === 'none' || gap === 'space' || next === 'star') return next
  return next === 'space' && (gap === 'dot' || gap === 'hyphen' || gap === 'apostrophe') ? 'space' : gap
}

/** A plus counts as a word of its own: "Disney+" is not "Disney". */
const PLUS: MerchantNameWord = { text: 'plus', spelled: 'plus', seams: 'plus', gap: 'space' }

/** Splits off a number of five digits or more at the end of a word, which has lost its space: "AIR0012345678", "ADS1234567". */
function withoutGluedNumber(word: MerchantNameWord): MerchantNameWord | MerchantNameWord[] {
  if (word.seams === word.text || word.spelled !== word.text) return word
  const at = word.text.search(/(?<=^[a-z]{3,})[0-9]{5,}$/)
  if (at === -1) return word
  const part = (text: string, gap: WordSeparator): MerchantNameWord => ({ text, spelled: text, seams: text, gap })
  return [part(word.text.slice(0, at), word.gap), part(word.text.slice(at), 'space')]
}

const isInitial = (word: MerchantNameWord | undefined) => word?.text.length === 1 && /[a-z]/.test(word.text)

/**
 * Joins two or three initials into one word: "H & M", "H-E-B", "U.S.", "P F CHANGS", "S.A."; and the S of "MCDONALD S". More than three
 * letters stay apart, because no brand is written "A M A Z O N".
 */
function joinInitials(words: MerchantNameWord[]): MerchantNameWord[] {
  const joined: MerchantNameWord[] = []
  for (let start = 0; start < words.length;) {
    let end = start
    while (isInitial(words[end]) && (end === start || words[end]?.gap !== 'star')) end += 1
    const count = end - start
    if (count === 2 || count === 3) joined.push(join(words.slice(start, end)))
    else if (count === 1 && isPossessive(joined.at(-1), words[start])) {
      joined.push(join([...joined.splice(-1), ...words.slice(start, end)]))
    } else joined.push(...words.slice(start, Math.max(end, start + 1)))
    start = Math.max(end, start + 1)
  }
  return joined
}

/** Whether the word is a possessive S, as in "MCDONALD'S" and "MCDONALD S", but not in "FARMS S", where the field was full. */
const isPossessive = (owner: MerchantNameWord | undefined, word: MerchantNameWord | undefined) =>
  owner !== undefined &&
  word?.text === 's' &&
  (word.gap === 'apostrophe' || (word.gap === 'space' && !owner.text.endsWith('s')))

function join(parts: readonly MerchantNameWord[]): MerchantNameWord {
  return {
    text: parts.map((part) => part.text).join(''),
    spelled: parts.map((part) => part.spelled).join(''),
    seams: parts.map((part, at) => (at === 0 ? '' : part.gap === 'ampersand' ? '&' : ' ') + part.seams).join(''),
    gap: (parts[0] as MerchantNameWord).gap,
  }
}
