import { LastUsedCache } from '../../lib/last-used-cache.ts'
import { parseMerchantDescriptor, type ParsedMerchantDescriptor } from './descriptor/descriptor.ts'
import { unescapeMarkup } from './descriptor/unescaped.ts'
import { restoreDescriptorSeparators } from './descriptor/lost-separator.ts'
import { findMerchantNameReadings, type MerchantNameReading } from './descriptor/readings.ts'
import type { BrandSpelling } from './known-names/known-names.ts'
import { merchantNameShapeOf } from './descriptor/shape.ts'
import { otherNameSpellings } from './spellings.ts'
import type { PlaceInName } from './descriptor/tails.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS, type MerchantWhereabouts as AuthorizedPlace } from './places/whereabouts.ts'
import { splitMerchantNameIntoWords, type MerchantNameWord } from './descriptor/words.ts'

/** The text of a name that filled the acquirer's field, so the whole name may be longer. */
export interface CutMerchantName {
  readonly text: string
  /** True: the text counts as cut off only within a word of the listed name, because a whole name may have this length, too. */
  readonly isInWord: boolean
  /**
   * True: the text is the beginning of a web address, which has no spaces: `WWW.GARDENMACHINERYDIR`. False: it is the beginning of a name.
   */
  readonly isAddress: boolean
}

/** The texts under which a listed name is found among many listed names: see `candidates.ts`. */
export interface ListedNameKeys {
  readonly keys: readonly string[]
  /** The spellings of the listed name of which an observed name that is cut off may be the beginning. */
  readonly wholes: readonly string[]
  readonly words: readonly string[]
}

/** A merchant name that is prepared for comparison. Nothing in it depends on the name with which it is compared. */
export interface CompiledMerchant {
  /** The merchant's name as it was given. */
  readonly name: string
  /**
   * The key by which merchants' names are compared. Merchants with different keys are different, except for cut-off names. Null: the name
   * identifies nobody, or is too long.
   */
  readonly key: string | null
  /**
   * The key of a second merchant to which the descriptor belongs: the brand that bills a product (`GOOGLE *CLOUD`), or the marketplace that
   * bills a seller (`EB *PYCON`). Null: there is none.
   */
  readonly sellerKey: string | null
  /** True: the name is that of a known brand, which is one merchant in all spellings and places. */
  readonly isBrand: boolean
  /** True: a processor's prefix such as `SQ *` stood before the name, so a seller chose the name. */
  readonly isSeller: boolean
  readonly spaced: string
  readonly seams: string
  readonly whereabouts: PlaceInName
  /** The text of a name that filled the acquirer's field. It is compared as the beginning of a name. Null: the field was not full. */
  readonly cut: CutMerchantName | null
  /** All words of the name without a processor's prefix, but with everything that acquirers appended. */
  readonly words: readonly MerchantNameWord[]
  /** True: the descriptor filled the acquirer's name field, so its end may be cut off. */
  readonly isFull: boolean
  /**
   * The readings, spellings, recognized key and index entries of the name, which are computed when somebody first needs them. A WeakMap beside
   * the names would cost three times as much.
   */
  readonly made: {
    readings?: readonly MerchantNameReading[]
    there?: { readonly where: AuthorizedPlace; readonly readings: readonly MerchantNameReading[] }
    spellings?: readonly CompiledMerchant[]
    recognizedKey?: string
    indexEntries?: ListedNameKeys
  }
}

/**
 * The length of the longest name that is compared, in characters. Longer names match nothing. If they were cut instead, "Apple", 250 spaces
 * and "Repairs" would pass for Apple.
 */
const MAX_NAME_LENGTH = 256
/** The width of the acquirer's name field, in characters. */
const FIELD_WIDTH = 22
/**
 * The lengths of a descriptor that fills the acquirer's name field: 22 characters, 18 or 23 to 25 in some networks, and 21 if a space at the
 * end of 22 was trimmed.
 */
const fullWidths: ReadonlySet<number> = new Set([18, 21, 22, 23, 24, 25])
/**
 * The narrowest and the widest of other fields for names, in characters. A name of such a length counts as cut off only within a word,
 * because whole names may have it, too.
 */
const [NARROWEST_FIELD, WIDEST_FIELD] = [18, 25]
/** The fewest letters and spaces of a cut-off name that is compared. A shorter one would be too weak evidence. */
const MIN_CUT_LENGTH = 10

/** The most compiled merchants' names that are cached. Most names recur. */
const MAX_REMEMBERED = 4096
const remembered = new LastUsedCache<CompiledMerchant>(MAX_REMEMBERED)

/** Compiles a merchant's name, observed or listed. The time that it takes is linear in the name's length. */
export function compileMerchantName(name: string): CompiledMerchant {
  if (name.length > MAX_NAME_LENGTH) return { ...read(''), name, isFull: false }
  const known = remembered.get(name)
  if (known !== undefined) return known
  const merchant = read(name)
  remembered.set(name, merchant)
  return merchant
}

function read(name: string): CompiledMerchant {
  const text = unescapeMarkup(name)
  const descriptor = parseMerchantDescriptor(splitMerchantNameIntoWords(restoreDescriptorSeparators(text)))
  const { shape, known, whereabouts } = descriptor
  const isBrand = typeof known === 'object'
  return {
    name,
    key: isBrand ? known.key : keyOf(descriptor),
    sellerKey: isBrand && isBilledBySeller(known, descriptor) ? known.sellerKey : descriptor.marketplace,
    isBrand,
    isSeller: descriptor.isSeller,
    spaced: shape.spaced,
    seams: shape.seams,
    whereabouts,
    cut: cutOf(text, descriptor),
    words: descriptor.words,
    isFull: fullWidths.has(text.trimEnd().length),
    made: {},
  }
}

const isBilledBySeller = ({ isBill, sellerKey }: BrandSpelling, { hasStar, shape }: ParsedMerchantDescriptor) =>
  isBill || (hasStar && sellerKey !== null && shape.run.startsWith(sellerKey))

function keyOf({ shape, known }: ParsedMerchantDescriptor): string | null {
  if (shape.run === '') return null
  // The name has the letters of a brand, but other spaces or accents, so its key makes it equal only to itself.
  return known === 'look-alike' ? `~${shape.hasArticle} ${shape.spelled} ${shape.spaced}` : shape.run
}

function cutOf(name: string, { words, isSeller }: ParsedMerchantDescriptor): CutMerchantName | null {
  const trimmed = name.trimEnd()
  const length = trimmed.length + (isSeller && !trimmed.includes('*') ? 1 : 0)
  // A descriptor one character shorter than the acquirer's field filled it, too: a space at its end was trimmed, or a prefix lost its star.
  const isFull = length === FIELD_WIDTH || length === FIELD_WIDTH - 1
  if (length < NARROWEST_FIELD || length > WIDEST_FIELD) return null
  const { spaced, spelled, run } = merchantNameShapeOf(words)
  if (spaced.length < MIN_CUT_LENGTH || spelled !== run) return null
  if (ADDRESS.test(name) || (words.length === 1 && run.length >= LONG_WORD)) {
    return { text: run, isInWord: true, isAddress: true }
  }
  const last = words.at(-1)?.text ?? ''
  if (unfinished.has(last) && spaced.length > LONG_WORD) {
    const text = last === 'and' ? `${spaced.slice(0, -' and'.length)}&` : `${spaced} `
    return { text, isInWord: false, isAddress: false }
  }
  const text = LONE_S.test(trimmed) && !spaced.endsWith(' s') ? `${spaced.slice(0, -1)} s` : spaced
  return { text, isInWord: !isFull, isAddress: false }
}

/** A word of so many letters may be several words whose spaces are lost: "SP *THECARTRIDGECEN". */
const LONG_WORD = 13
/** Words with which no merchant's name ends. A name that seems to end with such a word was cut off after it. */
const unfinished: ReadonlySet<string> = new Set(['and', 'of', 'for', 'und', 'et', 'du'])
/** Matches an S at the end of a name that may be the beginning of a word instead of a possessive: "CHROMATOGRAPHY RESEARCH S". */
const LONE_S = /[a-z] S$/i

/** Matches a web address that is cut off before its domain. */
const ADDRESS = /^www\.[^.*/ ]+$/i

/** Returns a merchant's listed name and its other spellings, which are computed once. */
export function spellingsOfListedName(listed: CompiledMerchant): readonly CompiledMerchant[] {
  listed.made.spellings ??= [listed, ...otherNameSpellings(listed.name).map(compileMerchantName)]
  return listed.made.spellings
}

/**
 * Returns all readings of an observed name. Those that do not depend on the place of an authorization are computed once. Of the others,
 * those at the last place are kept, because one purchase is compared with many names.
 */
export function readingsOfMerchant(merchant: CompiledMerchant, where: AuthorizedPlace): readonly MerchantNameReading[] {
  if (where !== UNKNOWN_MERCHANT_WHEREABOUTS) {
    if (merchant.made.there?.where !== where)
      merchant.made.there = { where, readings: findMerchantNameReadings(merchant, where) }
    return merchant.made.there.readings
  }
  merchant.made.readings ??= findMerchantNameReadings(merchant, UNKNOWN_MERCHANT_WHEREABOUTS)
  return merchant.made.readings
}
