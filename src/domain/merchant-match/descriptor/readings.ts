import { findBrandSpelling, type BrandSpelling } from '../known-names/known-names.ts'
import { isNeverShortenedMerchantName } from '../known-names/protected-names.ts'
import { merchantNameShapeOf, type MerchantNameShape } from './shape.ts'
import { firstWordsIdentifyMerchant } from './tails.ts'
import { withoutGluedNameSuffix } from '../tolerances/glued.ts'
import type { MerchantNameToleranceStep, MerchantNameReadFromEnd } from '../tolerances/tolerance.ts'
import { merchantNameTolerances } from '../tolerances/tolerances.ts'
import type { MerchantWhereabouts } from '../places/whereabouts.ts'
import type { MerchantNameWord } from './words.ts'

/** A way to read an observed name: its first words are the merchant's name, and an acquirer appended the words after them. */
export interface MerchantNameReading {
  readonly shape: MerchantNameShape
  readonly known: BrandSpelling | undefined
  readonly words: readonly MerchantNameWord[]
  /** The parts that were removed from a merchant's name, beginning with the last one in the name. */
  readonly steps: readonly MerchantNameToleranceStep[]
}

export interface SplitMerchantName {
  readonly words: readonly MerchantNameWord[]
  readonly isFull: boolean
  readonly isSeller: boolean
}

/**
 * The most words of a name from which parts are removed. Longer names are read only as a whole, because acquirers append only a few words.
 */
const MAX_WORDS = 24

/**
 * Finds all readings of a name, the longest first. The search begins at the last word: each tolerance says how many words it explains, that
 * is, recognizes as text that acquirers append. The merchant's name may end before any word if all words from there on are explained. A
 * known brand ends the search, because its name is not shortened. `isWhole` tells whether a name is never shortened.
 */
export function findMerchantNameReadings(
  { words, isFull, isSeller }: SplitMerchantName,
  where: MerchantWhereabouts,
  isWhole = isNeverShortenedMerchantName,
): MerchantNameReading[] {
  if (words.length > MAX_WORDS) return []
  const reached: (readonly MerchantNameToleranceStep[] | undefined)[] = words.map(() => undefined)
  reached[words.length] = []
  const readings: MerchantNameReading[] = []
  for (let end = words.length; end > 0; end -= 1) {
    const steps = reached[end]
    if (steps === undefined) continue
    const who = words.slice(0, end)
    const shape = merchantNameShapeOf(who)
    const isEnd = add(readings, { shape, words: who, steps }, isSeller)
    if (isEnd || isWhole(shape.run)) break
    const apart = withoutGluedNameSuffix(who)
    if (apart !== null && mayEnd(apart.words, apart.words.length, false)) {
      const unstuck = [...steps, { tolerance: 'glued', text: apart.text } as const]
      add(readings, { shape: merchantNameShapeOf(apart.words), words: apart.words, steps: unstuck }, isSeller)
    }
    if (end > 1) reach(reached, { words, end, taken: steps, isFull, where })
  }
  return readings
}

function reach(reached: (readonly MerchantNameToleranceStep[] | undefined)[], tailed: MerchantNameReadFromEnd): void {
  const { words, end } = tailed
  for (const { name, length: lengthOf, isMarked = false } of merchantNameTolerances) {
    const length = lengthOf(tailed)
    const start = end - length
    if (length === 0 || start < 1 || reached[start] !== undefined || !mayEnd(words, start, isMarked)) continue
    const text = words.slice(start, end).map((word) => word.text)
    reached[start] = [...tailed.taken, { tolerance: name, text: text.join(' ').toUpperCase() }]
  }
}

/**
 * Adds a reading. Returns true if the reading is the name of a known brand, or looks like such a name: then no further words are removed.
 */
function add(readings: MerchantNameReading[], read: Omit<MerchantNameReading, 'known'>, isSeller: boolean): boolean {
  const known = findBrandSpelling(read.shape)
  // A seller chooses its name itself, so a brand's short forms are not accepted.
  if (known === 'look-alike' || (isSeller && known?.isBill === true)) return true
  readings.push({ ...read, known })
  return known !== undefined
}

/**
 * Whether a name's first `end` words by themselves may be a merchant's name: they identify somebody, or are two letters joined by "and" ("B
 * AND Q").
 */
const mayEnd = (words: readonly MerchantNameWord[], end: number, isMarked: boolean) =>
  firstWordsIdentifyMerchant(words, end, isMarked) ||
  /^[a-z]&[a-z]$/.test(merchantNameShapeOf(words.slice(0, end)).spaced)
