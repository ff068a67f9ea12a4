import { readingsOfMerchant, spellingsOfListedName, type CompiledMerchant } from './compiled-merchant.ts'
import type { MerchantNameReading } from './descriptor/readings.ts'
import { hasOnlyPermittedNameSpaces } from './descriptor/shape.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS, type MerchantWhereabouts } from './places/whereabouts.ts'
import { isShortenedName, mayHaveShortenedWord } from './shortened-words.ts'

/**
 * Whether two observed names belong to one merchant, for instance because a purchase is repeated. The order of the two names does not
 * matter. The names may differ in numbers and processors and, for a known brand, in the city.
 */
export function isSameMerchant(
  a: CompiledMerchant,
  b: CompiledMerchant,
  where = UNKNOWN_MERCHANT_WHEREABOUTS,
): boolean {
  if (isSameMerchantName(a, b) || isSameMerchantName(b, a)) return true
  if (isCutInWord(a, b) || isCutInWord(b, a)) return true
  return readingAsListedName(a, b, where) !== undefined || readingAsListedName(b, a, where) !== undefined
}

/**
 * Whether an observed name is a listed merchant. The words of the listed name decide: "HOMEDEPOT" is "Home Depot", but "AMA ZON" is not
 * "Amazon".
 */
export function isListedMerchant(
  observed: CompiledMerchant,
  listed: CompiledMerchant,
  where = UNKNOWN_MERCHANT_WHEREABOUTS,
): boolean {
  const named = (name: CompiledMerchant) =>
    isSameMerchantName(observed, name) || isCutOffListedMerchantName(observed, name)
  const names = spellingsOfListedName(listed)
  return (
    names.some(named) ||
    names.some((name) => readingAsListedName(observed, name, where) !== undefined) ||
    (mayHaveShortenedWord(observed.words) &&
      readingsOfMerchant(observed, where).some((reading) => isShortenedName(reading, listed, observed.isFull)))
  )
}

/** Whether two names are equal once the parts are removed that acquirers are known to append. */
export function isSameMerchantName(observed: CompiledMerchant, listed: CompiledMerchant): boolean {
  if (listed.key === null) return false
  if (observed.key === listed.key) {
    return (
      observed.isBrand || (isSamePlace(observed, listed) && hasOnlyPermittedNameSpaces(observed.spaced, listed.seams))
    )
  }
  return observed.sellerKey === listed.key
}

/** The reading of the observed name that equals the listed name. Undefined: no reading equals it. */
export const readingAsListedName = (observed: CompiledMerchant, listed: CompiledMerchant, where: MerchantWhereabouts) =>
  readingsOfMerchant(observed, where).find((reading) => isReadingOfListedName(reading, listed))

/**
 * Whether a reading equals a listed name. If the listed name contains a place, a reading from which a place was removed
 * does not match: "Joe's Pizza Chicago" is not "Joe's Pizza" of anywhere else.
 */
export function isReadingOfListedName({ shape, known, steps }: MerchantNameReading, listed: CompiledMerchant): boolean {
  if (listed.key === null) return false
  if (known !== undefined) return known.key === listed.key || (known.isBill && known.sellerKey === listed.key)
  if (shape.run !== listed.key || shape.run === '' || !hasOnlyPermittedNameSpaces(shape.spaced, listed.seams))
    return false
  return Object.keys(listed.whereabouts).length === 0 || !steps.some(({ tolerance }) => places.has(tolerance))
}

const places: ReadonlySet<string> = new Set(['place', 'own_place', 'street'])

function isSamePlace({ whereabouts: a }: CompiledMerchant, { whereabouts: b }: CompiledMerchant): boolean {
  const agree = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || one === other
  return agree(a.city, b.city) && agree(a.state, b.state) && agree(a.country, b.country)
}

/**
 * Returns the rest of a whole name that begins with a cut-off name: the text from the last letter of the cut-off name on. Empty: the whole
 * name does not begin with the cut-off name.
 */
function restOf({ spaced, key }: CompiledMerchant, { cut }: CompiledMerchant): string {
  if (cut === null) return ''
  const whole = cut.isAddress ? (key ?? '') : spaced
  return whole.length > cut.text.length && whole.startsWith(cut.text) ? whole.slice(cut.text.length - 1) : ''
}

/** Whether the observed name filled the acquirer's field and is the beginning of the listed name, which is longer. */
export const isCutOffListedMerchantName = (observed: CompiledMerchant, listed: CompiledMerchant): boolean =>
  observed.cut?.isInWord === true ? isCutInWord(observed, listed) : restOf(listed, observed) !== ''

/**
 * Whether one observed name is another one that was cut off. The cut must be within a word, which shows that the field was full. After a
 * complete word, the name may simply have ended.
 */
function isCutInWord(observed: CompiledMerchant, whole: CompiledMerchant): boolean {
  return /^[^ ][^ &]/.test(restOf(whole, observed))
}
