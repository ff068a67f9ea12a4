import { isBrandName, isBrandOwnedBy } from '../known-names/known-names.ts'
import { NO_MERCHANT_NAME_TAIL, storeNumberTail, type MerchantNameTail } from './number-tail.ts'
import { placeNameTail } from './place-tail.ts'
import { findGeographicPlace, type GeographicPlaceKind } from '../places/places.ts'
import { merchantNameShapeOf } from './shape.ts'
import { billingPaths, dottedLegalForms, genericNameWords, legalForms, shopDomains, subdomains } from './vocabulary.ts'
import type { MerchantNameWord } from './words.ts'

/** The city, state and country that a merchant's name itself states. */
export type PlaceInName = { readonly [kind in GeographicPlaceKind]?: string }

export interface MerchantNameCore {
  /** The words of the merchant's name, without the places, numbers, legal forms and domain at the end. */
  readonly words: readonly MerchantNameWord[]
  readonly whereabouts: PlaceInName
}

/**
 * Removes what acquirers append to a name. They write the name, then the domain, the legal form, the store number, the place and the
 * telephone number. The removal stops at an unknown word, because such a word makes another merchant.
 */
export function withoutNameTails(words: readonly MerchantNameWord[]): MerchantNameCore {
  const whereabouts: { [kind in GeographicPlaceKind]?: string } = {}
  let end = words.length
  const take = ({ length, isMarked = false }: MerchantNameTail) => {
    if (length === 0 || !firstWordsIdentifyMerchant(words, end - length, isMarked)) return false
    end -= length
    return true
  }
  const takePlace = () => {
    const place = placeNameTail(words, end, Object.keys(whereabouts).length > 0)
    if (place === null || whereabouts[place.kind] !== undefined || !take(place)) return false
    whereabouts[place.kind] = place.id
    return true
  }
  while (takePlace() || take(storeNumberTail(words, end)) || take(webAddressTail(words, end)));
  while (take(legalFormTail(words, end)) || take(storeNumberTail(words, end)) || takePlace());
  take(webDomainTail(words, end))
  return { words: words.slice(0, end), whereabouts }
}

/** Whether a name's first `end` words identify a merchant. A single generic word or a number does not. */
export function firstWordsIdentifyMerchant(
  words: readonly MerchantNameWord[],
  end: number,
  isMarked: boolean,
): boolean {
  let count = 0
  let hasDigits = false
  for (let index = 0; index < end; index += 1) {
    const text = words[index]?.text ?? ''
    const isNumber = /^[0-9]+$/.test(text)
    if (!isNumber && text.length > 1 && !genericNameWords.has(text)) return true
    if (text !== 'the') count += 1
    hasDigits ||= isNumber
  }
  return (count > 1 && (isMarked || hasDigits)) || isBrandName(merchantNameShapeOf(words.slice(0, end)).run)
}

/** Finds a web address of the merchant whose name stands first: "HELP.UBER.COM", "AMZN.COM/BILL". */
export function webAddressTail(words: readonly MerchantNameWord[], end: number): MerchantNameTail {
  let start = end - 1
  while (start > 0 && (words[start]?.gap === 'dot' || words[start]?.gap === 'slash')) start -= 1
  const domain = webDomainTail(words, end).length
  if (domain === 0 || end - domain <= start) return NO_MERCHANT_NAME_TAIL
  const owner = (words[end - domain - 1] as MerchantNameWord).text
  const subdomain = words.slice(start, end - domain - 1)
  if (subdomain.some(({ text }) => !subdomains.has(text))) return NO_MERCHANT_NAME_TAIL
  const ends = [1, start, start - webDomainTail(words, start).length]
  return {
    length: ends.some((at) => isBrandOwnedBy(owner, merchantNameShapeOf(words.slice(0, at)).run)) ? end - start : 0,
  }
}

export function legalFormTail(words: readonly MerchantNameWord[], end: number): MerchantNameTail {
  const last = words[end - 1]
  const isForm =
    last !== undefined &&
    (legalForms.has(last.text) || (last.seams !== last.text && dottedLegalForms.has(last.text))) &&
    // A legal form counts only after a space: in "Max & Co" and "apple.co" the "Co" belongs to the name. After "&" or a dot it counts if
    // another legal form stands before it: "GmbH & Co KG", "CO.LTD".
    (last.gap === 'space' || legalForms.has(words[end - 2]?.text ?? ''))
  return { length: isForm ? 1 : 0, isMarked: true }
}

/** Finds a domain at the end of a merchant's name: ".COM", ".CO.UK", ".COM/BILL", and " COM", which has lost its dot. */
export function webDomainTail(words: readonly MerchantNameWord[], end: number): MerchantNameTail {
  const last = words[end - 1]
  if (last === undefined) return NO_MERCHANT_NAME_TAIL
  if (last.gap === 'slash' && isBillingPath(last.text)) {
    const { length } = webDomainTail(words, end - 1)
    return { length: length === 0 ? 0 : length + 1 }
  }
  const before = words[end - 2]
  if (last.gap === 'dot' && before?.gap === 'dot' && shopDomains.has(before.text + last.text)) return { length: 2 }
  const isDomain = last.gap === 'dot' ? shopDomains.has(last.text) : last.gap === 'space' && last.text === 'com'
  return { length: isDomain ? 1 : 0 }
}

/** Whether the text behind a domain is the path of a billing page: "BILL", or "BILLWA", in which the state has lost its space. */
const isBillingPath = (text: string) =>
  billingPaths.has(text) || (billingPaths.has(text.slice(0, -2)) && findGeographicPlace(text.slice(-2)) !== undefined)
