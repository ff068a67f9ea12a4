import type { cardWords } from '../words/card-words.ts'
import type { domFunctions, CheckoutPageElement, PageForm } from './dom.ts'
import type { plainText } from '../words/plain-text.ts'

/* Functions that recognize the fields of a card. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions & { plainText: typeof plainText }
declare const words: { readonly card: typeof cardWords }

export type CardFieldKind = 'number' | 'code' | 'expiry' | 'month' | 'year'

export interface CheckoutFields {
  readonly form: PageForm | null
  readonly number: readonly CheckoutPageElement[]
  readonly code: CheckoutPageElement | null
  readonly expiry: CheckoutPageElement | null
  readonly month: CheckoutPageElement | null
  readonly year: CheckoutPageElement | null
}

/** The values of a card as they are typed into the fields of a page. They consist of digits; the year has two. */
export interface TypedCardValues {
  readonly pan: string
  readonly cvv: string
  readonly month: string
  readonly year: string
}

export function isFillable(field: CheckoutPageElement): boolean {
  const types = ['text', 'tel', 'number', 'password', 'search', 'month', 'select-one']
  return types.includes(field.type) && !field.disabled && field.readOnly !== true
}

export function cardFieldKind(field: CheckoutPageElement): CardFieldKind | null {
  const standard: Record<string, CardFieldKind> = {
    'cc-number': 'number',
    'cc-csc': 'code',
    'cc-exp': 'expiry',
    'cc-exp-month': 'month',
    'cc-exp-year': 'year',
  }
  const tokens = field.autocomplete.toLowerCase().split(/\s+/)
  const token = tokens.find((each) => each in standard)
  if (token !== undefined) return standard[token] ?? null
  if (tokens.some((each) => /^cc-|name|email|tel|address|postal/.test(each))) return null
  // The last key of a field's name, for instance `expiry` of `payment[expiry]`.
  const name = field.name.split(/[[\].]+/).findLast((key) => key !== '') ?? ''
  const kind = cardFieldKindOfText(name) ?? cardFieldKindOfText(field.id) ?? cardFieldKindOfText(page.textOf(field))
  // Shops mark the CVC field as one-time code so that the browser does not store it. A field for a code sent to a phone has another name.
  const isOneTime = tokens.some((each) => each.startsWith('one-time'))
  return isOneTime && !(kind === 'code' && !/sms|verif|one.?time|otp/i.test(page.textOf(field))) ? null : kind
}

export function cardFieldKindOfText(text: string): CardFieldKind | null {
  const plain = page.plainText(text)
  const has = (source: string) => new RegExp(source, 'u').test(plain)
  const { card } = words
  if (has(card.code)) return 'code'
  if (has(card.notExpiry)) return null
  const isForm = new RegExp(`^(?:${card.monthFirst}|${card.yearFirst})`, 'u').test(plain)
  if (has(card.expiry) || isForm) {
    if (isForm || has(card.monthFirst) || has(card.yearFirst)) return 'expiry'
    if (has(card.year)) return has(card.month) ? 'expiry' : 'year'
    return has(card.month) ? 'month' : 'expiry'
  }
  if (new RegExp(`^(?:${card.month})$`, 'u').test(plain)) return 'month'
  if (new RegExp(`^(?:${card.year})$`, 'u').test(plain)) return 'year'
  if (has(card.notCard)) return null
  return has(card.cardNumber) || has(card.bareNumber) ? 'number' : null
}

/** Whether one field takes the card number, the expiry and the CVC together. */
export function isCombinedCardField(field: CheckoutPageElement): boolean {
  const plain = page.plainText(page.textOf(field))
  const has = (source: string) => new RegExp(source, 'u').test(plain)
  return has(words.card.cardNumber) && has(words.card.code)
}

/**
 * Finds the fields for the card number: one field, or several short fields in a row that together take the number. Null: it is not clear
 * which fields they are.
 */
function numberFields(all: readonly CheckoutPageElement[], digits: number): readonly CheckoutPageElement[] | null {
  const numbers = all.filter((field) => cardFieldKind(field) === 'number')
  const [first] = numbers
  const isShort = ({ maxLength }: CheckoutPageElement) => maxLength >= 3 && maxLength <= 6
  if (first === undefined) return []
  if (!isShort(first)) return numbers.length === 1 ? numbers : null
  const row: CheckoutPageElement[] = []
  let taken = 0
  for (const field of all.slice(all.indexOf(first))) {
    if (taken >= digits || !isShort(field)) break
    row.push(field)
    taken += field.maxLength
  }
  return taken === digits && numbers.every((field) => row.includes(field)) ? row : null
}

/** The fields of a checkout by their meaning. Null for `number`: it is not clear which fields take the card number. */
export interface SortedCardFields {
  readonly number: readonly CheckoutPageElement[] | null
  readonly code: readonly CheckoutPageElement[]
  readonly expiry: readonly CheckoutPageElement[]
  readonly month: readonly CheckoutPageElement[]
  readonly year: readonly CheckoutPageElement[]
}

export function sortFields(all: readonly CheckoutPageElement[], digits: number): SortedCardFields {
  const number = numberFields(all, digits)
  const rest = all.filter((field) => !(number ?? []).includes(field))
  const of = (kind: CardFieldKind) => rest.filter((field) => cardFieldKind(field) === kind)
  const [expiry, month, year] = [of('expiry'), of('month'), of('year')]
  // If two expiry fields have the same label, the first is the month.
  const isPair = expiry.length === 2 && month.length + year.length === 0
  return isPair
    ? { number, code: of('code'), expiry: [], month: expiry.slice(0, 1), year: expiry.slice(1) }
    : { number, code: of('code'), expiry, month, year }
}

/** The fields of the page that a person sees and can fill in. */
export function shownFillableFields(): CheckoutPageElement[] {
  return page.deepAll('input, select').filter((field) => isFillable(field) && page.sightOf(field) === 'shown')
}

export const cardFieldFunctions = {
  isOpen: isFillable,
  kindOf: cardFieldKind,
  kindOfWords: cardFieldKindOfText,
  isForAll: isCombinedCardField,
  numberFields,
  sortFields,
  openFields: shownFillableFields,
}
