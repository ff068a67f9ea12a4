import { readDescriptor, type Descriptor } from './descriptor.ts'
import { partsWithin, shapeOf } from './shape.ts'
import type { Whereabouts } from './tails.ts'
import { readWords } from './words.ts'

export { compileMerchantList, type MerchantList } from './merchant-list.ts'

/** A merchant name made ready to be compared. Nothing in it depends on what it is compared with. */
export interface CompiledMerchant {
  /** As it was given. */
  readonly name: string
  /** Merchants with different keys are different, but for a cut name. Null where the name says nobody, or is too long. */
  readonly key: string | null
  /** The key of the brand that bills this product of its own under both names: `GOOGLE *CLOUD`. */
  readonly sellerKey: string | null
  /** Known brands are one merchant in all spellings and places. */
  readonly isBrand: boolean
  readonly spaced: string
  readonly seams: string
  readonly whereabouts: Whereabouts
  /** Where the acquirer's field was full: what stands in it, to be compared as the beginning of a name. */
  readonly cut: string | null
}

/** Longer names match nothing: cutting them would let "Apple", 250 spaces and "Repairs" pass for Apple. */
const MAX_NAME_LENGTH = 256
/** Width of the acquirer's name field. */
const FIELD_WIDTH = 22
/** A cut name tells less: what is left of it must have this many letters and spaces. */
const MIN_CUT_LENGTH = 10

/** Reads a name, observed or listed. Linear in its length, at most 256 characters. */
export function compileMerchant(name: string): CompiledMerchant {
  const words = name.length > MAX_NAME_LENGTH ? [] : readWords(name)
  const descriptor = readDescriptor(words)
  const { shape, known, whereabouts } = descriptor
  const isBrand = typeof known === 'object'
  return {
    name,
    key: isBrand ? known.key : keyOf(descriptor),
    sellerKey: isBrand && (known.isBill || descriptor.hasStar) ? known.sellerKey : null,
    isBrand,
    spaced: shape.spaced,
    seams: shape.seams,
    whereabouts,
    cut: cutOf(name, descriptor),
  }
}

function keyOf({ shape, known }: Descriptor): string | null {
  if (shape.run === '') return null
  // A brand's letters with spaces or accents of its own: equal to itself only.
  return known === 'look-alike' ? `~${shape.spelled} ${shape.spaced}` : shape.run
}

function cutOf(name: string, { words }: Descriptor): string | null {
  const isFull = name.length === FIELD_WIDTH || name.trimEnd().length === FIELD_WIDTH - 1
  if (!isFull) return null
  const { spaced } = shapeOf(words)
  return spaced.length < MIN_CUT_LENGTH ? null : spaced
}

/**
 * Are these one merchant? Symmetric, for two names that were both observed: a merchant lock, a repeated purchase.
 * Store numbers, cities of a known brand and processors may differ.
 */
export function sameMerchant(a: CompiledMerchant, b: CompiledMerchant): boolean {
  if (isSameName(a, b) || isSameName(b, a)) return true
  return isCutInWord(a, b) || isCutInWord(b, a)
}

/** Does an observed name belong to a listed one? See `docs/guides/merchant-names.md`. */
export function merchantMatches(observed: string, listed: string): boolean {
  return isListedMerchant(compileMerchant(observed), compileMerchant(listed))
}

/** The listed name decides where words part: "HOMEDEPOT" is "Home Depot", "AMA ZON" is not "Amazon". */
export const isListedMerchant = (observed: CompiledMerchant, listed: CompiledMerchant): boolean =>
  isSameName(observed, listed) || isCutOf(observed, listed)

function isSameName(observed: CompiledMerchant, listed: CompiledMerchant): boolean {
  if (observed.key === null || listed.key === null) return false
  if (observed.key === listed.key) {
    return observed.isBrand || (isSamePlace(observed, listed) && partsWithin(observed.spaced, listed.seams))
  }
  return observed.sellerKey === listed.key
}

function isSamePlace({ whereabouts: a }: CompiledMerchant, { whereabouts: b }: CompiledMerchant): boolean {
  const agree = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || one === other
  return agree(a.city, b.city) && agree(a.state, b.state) && agree(a.country, b.country)
}

const isCutOf = (observed: CompiledMerchant, listed: CompiledMerchant) =>
  observed.cut !== null && listed.spaced.length > observed.cut.length && listed.spaced.startsWith(observed.cut)

/** Two observed names: a word cut in two shows that the field was full, a complete word may be the end of the name. */
const isCutInWord = (observed: CompiledMerchant, whole: CompiledMerchant) =>
  observed.cut !== null && isCutOf(observed, whole) && whole.spaced[observed.cut.length] !== ' '
