import { findBrandSpelling, type BrandSpelling } from '../known-names/known-names.ts'
import { isOrderNumber } from './number-tail.ts'
import {
  bareProcessorPrefixes,
  hyphenedProcessorPrefixes,
  marketplacePrefixes,
  processorPrefixes,
} from './processors.ts'
import { merchantNameShapeOf, type MerchantNameShape } from './shape.ts'
import { withoutNameTails, type PlaceInName } from './tails.ts'
import { billingWords, ownSubdomains, shopDomains } from './vocabulary.ts'
import type { MerchantNameWord } from './words.ts'

/** A descriptor that was parsed into the merchant that it names. */
export interface ParsedMerchantDescriptor {
  readonly shape: MerchantNameShape
  readonly known: BrandSpelling | 'look-alike' | undefined
  readonly whereabouts: PlaceInName
  /**
   * The words of a descriptor after the processor's prefix, with everything that acquirers appended. Cut-off names are compared by these
   * words.
   */
  readonly words: readonly MerchantNameWord[]
  readonly hasStar: boolean
  /** Whether a processor's prefix was removed from the descriptor. The seller chose the name after the prefix itself. */
  readonly isSeller: boolean
  /** The merchant key of the marketplace whose prefix was removed from the descriptor. Null: no such prefix was removed. */
  readonly marketplace: string | null
}

/**
 * Parses `WHO`, `PROCESSOR *WHO` and `WHO *WHAT`. In the last form, WHAT is ignored if it is an order number, a billing word or a known
 * product of WHO; any other WHAT is part of the name.
 */
export function parseMerchantDescriptor(words: readonly MerchantNameWord[]): ParsedMerchantDescriptor {
  const star = words.findIndex((word, index) => word.gap === 'star' && index > 0)
  if (star !== -1) return readStarred(words, star)
  const whole = describe(words)
  if (isBrand(whole)) return whole
  return withReference(words) ?? (hasBarePrefix(words) ? describeSeller(words.slice(1)) : whole)
}

/** Reads a brand and its order number with a lost star: "FACEBK N7G3EDEAR2". Undefined: the name has not this form. */
function withReference(words: readonly MerchantNameWord[]): ParsedMerchantDescriptor | undefined {
  const reference = words.at(-1)
  if (words.length < 2 || reference?.gap !== 'space' || !ANY_DIGIT.test(reference.text)) return undefined
  const who = describe(words.slice(0, -1))
  return isBrand(who) && who.known.brand.reference?.test(reference.text) === true ? who : undefined
}
const ANY_DIGIT = /[0-9]/

/** Whether a name begins with a processor's prefix that lacks its star: "SQ BLUE BOTTLE", "WP-BLUE BOTTLE", but not "S&P". */
const hasBarePrefix = ([first, second]: readonly MerchantNameWord[]) =>
  first !== undefined &&
  first.seams === first.text &&
  ((bareProcessorPrefixes.has(first.text) && second?.gap === 'space') ||
    (hyphenedProcessorPrefixes.has(first.text) && second?.gap === 'hyphen'))

function readStarred(words: readonly MerchantNameWord[], star: number): ParsedMerchantDescriptor {
  const whole = describe(words, true)
  if (isBrand(whole)) return whole
  const head = words.slice(0, star)
  const isProcessor = processorPrefixes.has(merchantNameShapeOf(head).run) || isInitialsOf(head, words.slice(star))
  const core = withoutNameTails(words).words
  for (const end of [star + 2, star + 1, star]) {
    const who = describe(core.slice(0, end), true)
    if (isBrand(who) && isBilledBy(who.known, core.slice(end))) return who
  }
  const rest = words.slice(star)
  if (isProcessor) {
    if (rest.every((word) => ALL_DIGITS.test(word.text))) return whole
    return { ...describeSeller(rest), marketplace: marketplacePrefixes.get(merchantNameShapeOf(head).run) ?? null }
  }
  return core.slice(star).every(isOrder) ? describe(head) : whole
}

/**
 * Whether a code of three letters abbreviates the name behind its star, as the networks write it for orders by mail: "DBC*DICK BLICK" (Dick
 * Blick Company). The seller chose that name, as behind a processor's prefix.
 */
function isInitialsOf(head: readonly MerchantNameWord[], name: readonly MerchantNameWord[]): boolean {
  const code = head[0]?.text ?? ''
  if (head.length !== 1 || !/^[a-z]{3}$/.test(code)) return false
  const letters = `${merchantNameShapeOf(name).run}inco`
  if (code[0] !== letters[0]) return false
  let at = 0
  for (const letter of letters) if (letter === code[at]) at += 1
  return at === code.length
}

const ALL_DIGITS = /^[0-9]+$/
const isOrder = ({ text }: MerchantNameWord) => ALL_DIGITS.test(text) || isOrderNumber(text) || billingWords.has(text)

/**
 * Whether the words after the star belong to the brand: its own name again, its products (which may have a number, as the "8PM" of "LYFT
 * *RIDE SUN 8PM") and its order numbers.
 */
function isBilledBy({ key, brand }: BrandSpelling, what: readonly MerchantNameWord[]): boolean {
  const products = brand.products?.split(' ')
  const isOwn = ({ text }: MerchantNameWord) =>
    text === key || products?.includes(text.replace(/^[0-9]+/, '')) === true || brand.reference?.test(text) === true
  return brand.namesOthers === true || what.every((word) => isOwn(word) || isOrder(word))
}

function describe(given: readonly MerchantNameWord[], hasStar = false): ParsedMerchantDescriptor {
  const words = withoutWebPrefix(given)
  const { words: core, whereabouts } = withoutNameTails(words)
  const shape = merchantNameShapeOf(core)
  return { shape, known: findBrandSpelling(shape), whereabouts, words, hasStar, isSeller: false, marketplace: null }
}

/**
 * Parses the name of a seller after the prefix of a payment facilitator. Sellers choose their names themselves, so a brand's short forms
 * are not accepted.
 */
function describeSeller(words: readonly MerchantNameWord[]): ParsedMerchantDescriptor {
  const seller = { ...describe(words), isSeller: true }
  return isBrand(seller) && seller.known.isBill ? { ...seller, known: 'look-alike' } : seller
}

const isBrand = (
  descriptor: ParsedMerchantDescriptor,
): descriptor is ParsedMerchantDescriptor & { known: BrandSpelling } => typeof descriptor.known === 'object'

function withoutWebPrefix(words: readonly MerchantNameWord[]): readonly MerchantNameWord[] {
  let start = 0
  while (start < 2 && start < words.length - 1 && /^(?:https?|www)$/.test(words[start]?.text ?? '')) start += 1
  return words.slice(hasOwnSubdomain(words, start) ? start + 1 : start)
}

/** Whether a web address begins with a part that its owner has named: "BUSINESS.CURRYS.CO.UK" is of the owner of currys.co.uk. */
function hasOwnSubdomain(words: readonly MerchantNameWord[], start: number): boolean {
  const [owner, end] = [words[start + 1], words[start + 2]]
  if (owner?.gap !== 'dot' || end?.gap !== 'dot' || !ownSubdomains.has(words[start]?.text ?? '')) return false
  return !shopDomains.has(owner.text) && !shopDomains.has(owner.text + end.text)
}
