import { readingsAt, spellingsOf, type CompiledMerchant } from './compiled-merchant.ts'
import type { Reading } from './descriptor/readings.ts'
import { partsWithin } from './descriptor/shape.ts'
import { NOWHERE, type Whereabouts } from './places/whereabouts.ts'

/**
 * Are these one merchant? Symmetric, for two names that were both observed, as those of a repeated purchase. Numbers,
 * processors and the cities of a known brand may differ.
 */
export function sameMerchant(a: CompiledMerchant, b: CompiledMerchant, where = NOWHERE): boolean {
  if (isSameName(a, b) || isSameName(b, a)) return true
  if (isCutInWord(a, b) || isCutInWord(b, a)) return true
  return isReadAs(a, b, where) !== undefined || isReadAs(b, a, where) !== undefined
}

/** The listed name decides where words part: "HOMEDEPOT" is "Home Depot", "AMA ZON" is not "Amazon". */
export function isListedMerchant(observed: CompiledMerchant, listed: CompiledMerchant, where = NOWHERE): boolean {
  const named = (name: CompiledMerchant) => isSameName(observed, name) || goesOn(observed, name)
  const names = spellingsOf(listed)
  return names.some(named) || names.some((name) => isReadAs(observed, name, where) !== undefined)
}

/** Without what acquirers are known to append always. */
export function isSameName(observed: CompiledMerchant, listed: CompiledMerchant): boolean {
  if (listed.key === null) return false
  if (observed.key === listed.key) {
    return observed.isBrand || (isSamePlace(observed, listed) && partsWithin(observed.spaced, listed.seams))
  }
  return observed.sellerKey === listed.key
}

/** The reading by which an observed name is a listed one. */
export const isReadAs = (observed: CompiledMerchant, listed: CompiledMerchant, where: Whereabouts) =>
  readingsAt(observed, where).find((reading) => readsAs(reading, listed))

/** A listed place is one that no tail takes away: "Joe's Pizza Chicago" is read as nothing shorter. */
export function readsAs({ shape, known, steps }: Reading, listed: CompiledMerchant): boolean {
  if (listed.key === null) return false
  if (known !== undefined) return known.key === listed.key || (known.isBill && known.sellerKey === listed.key)
  if (shape.run !== listed.key || shape.run === '' || !partsWithin(shape.spaced, listed.seams)) return false
  return Object.keys(listed.whereabouts).length === 0 || !steps.some(({ tolerance }) => places.has(tolerance))
}

const places: ReadonlySet<string> = new Set(['place', 'own_place', 'street'])

function isSamePlace({ whereabouts: a }: CompiledMerchant, { whereabouts: b }: CompiledMerchant): boolean {
  const agree = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || one === other
  return agree(a.city, b.city) && agree(a.state, b.state) && agree(a.country, b.country)
}

/** How a name goes on from the last letter that a cut one has of it; empty where it is no such name. */
const restOf = ({ spaced }: CompiledMerchant, { cut }: CompiledMerchant): string =>
  cut !== null && spaced.length > cut.length && spaced.startsWith(cut) ? spaced.slice(cut.length - 1) : ''

/** Where the acquirer's field was full, the listed name may go on from what stands in it. */
export const goesOn = (observed: CompiledMerchant, listed: CompiledMerchant): boolean => restOf(listed, observed) !== ''

/** Two observed names: a word cut in two shows that the field was full, a complete word may be the end of the name. */
const isCutInWord = (observed: CompiledMerchant, whole: CompiledMerchant) => /^[^ ][^ &]/.test(restOf(whole, observed))
