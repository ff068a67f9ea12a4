import { knownName, type KnownName } from '../known-names/known-names.ts'
import { isOrderNumber } from './number-tail.ts'
import { barePrefixes, processors } from './processors.ts'
import { shapeOf, type Shape } from './shape.ts'
import { takeOffTails, type Whereabouts } from './tails.ts'
import { billingWords } from './vocabulary.ts'
import type { Word } from './words.ts'

/** A descriptor that was parsed into the merchant that it names. */
export interface Descriptor {
  readonly shape: Shape
  readonly known: KnownName | 'look-alike' | undefined
  readonly whereabouts: Whereabouts
  /** The words after the processor's prefix, with everything that acquirers appended. Cut-off names are compared by these words. */
  readonly words: readonly Word[]
  readonly hasStar: boolean
  /** Whether a processor's prefix was removed. The seller chose the name after the prefix itself. */
  readonly isSeller: boolean
}

/**
 * Parses `WHO`, `PROCESSOR *WHO` and `WHO *WHAT`. In the last form, WHAT is ignored if it is an order number, a billing word or a known
 * product of WHO; any other WHAT is part of the name.
 */
export function readDescriptor(words: readonly Word[]): Descriptor {
  const star = words.findIndex((word, index) => word.gap === 'star' && index > 0)
  if (star !== -1) return readStarred(words, star)
  const whole = describe(words)
  return hasBarePrefix(words) && !isBrand(whole) ? describeSeller(words.slice(1)) : whole
}

/** Whether a name begins with a processor's prefix that lacks its star: "SQ BLUE BOTTLE", but not "S&P". */
const hasBarePrefix = ([first, second]: readonly Word[]) =>
  first !== undefined && first.seams === first.text && barePrefixes.has(first.text) && second?.gap === 'space'

function readStarred(words: readonly Word[], star: number): Descriptor {
  const whole = describe(words, true)
  if (isBrand(whole)) return whole
  const head = words.slice(0, star)
  const isProcessor = processors.has(shapeOf(head).run)
  const core = takeOffTails(words).words
  for (const end of [star + 2, star + 1, star]) {
    const who = describe(core.slice(0, end), true)
    if (isBrand(who) && isBilledBy(who.known, core.slice(end))) return who
  }
  const rest = words.slice(star)
  if (isProcessor) return rest.every((word) => ALL_DIGITS.test(word.text)) ? whole : describeSeller(rest)
  return core.slice(star).every(isOrder) ? describe(head) : whole
}

const ALL_DIGITS = /^[0-9]+$/
const isOrder = ({ text }: Word) => ALL_DIGITS.test(text) || isOrderNumber(text) || billingWords.has(text)

/**
 * Whether the words after the star belong to the brand: its own name again, its products (which may have a number, as the "8PM" of "LYFT
 * *RIDE SUN 8PM") and its order numbers.
 */
function isBilledBy({ key, brand }: KnownName, what: readonly Word[]): boolean {
  const products = brand.products?.split(' ')
  const isOwn = ({ text }: Word) =>
    text === key || products?.includes(text.replace(/^[0-9]+/, '')) === true || brand.reference?.test(text) === true
  return brand.namesOthers === true || what.every((word) => isOwn(word) || isOrder(word))
}

function describe(given: readonly Word[], hasStar = false): Descriptor {
  const words = withoutWebPrefix(given)
  const { words: core, whereabouts } = takeOffTails(words)
  const shape = shapeOf(core)
  return { shape, known: knownName(shape), whereabouts, words, hasStar, isSeller: false }
}

/**
 * Parses the name of a seller after the prefix of a payment facilitator. Sellers choose their names themselves, so a brand's short forms
 * are not accepted.
 */
function describeSeller(words: readonly Word[]): Descriptor {
  const seller = { ...describe(words), isSeller: true }
  return isBrand(seller) && seller.known.isBill ? { ...seller, known: 'look-alike' } : seller
}

const isBrand = (descriptor: Descriptor): descriptor is Descriptor & { known: KnownName } =>
  typeof descriptor.known === 'object'

function withoutWebPrefix(words: readonly Word[]): readonly Word[] {
  let start = 0
  while (start < 2 && start < words.length - 1 && /^(?:https?|www)$/.test(words[start]?.text ?? '')) start += 1
  return words.slice(start)
}
