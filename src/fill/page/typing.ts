import type { CheckoutFields, TypedCardValues } from './card-fields.ts'
import type { domFunctions, CheckoutPageElement } from './dom.ts'
import type { cardExpiryPageFunctions } from './expiry.ts'

/* Functions that type a card into its fields. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions & typeof cardExpiryPageFunctions

/** How the card was typed: how many digits of the number each field took, and the names and values of the expiry fields. */
export interface TypedCardFields {
  readonly groups: readonly number[]
  readonly expiry: readonly { readonly name: string; readonly value: string; readonly is: 'month' | 'year' | 'both' }[]
}

export function setPageFieldValue(field: CheckoutPageElement, value: string): void {
  const { HTMLInputElement, HTMLSelectElement, Event } = page.dom()
  const of = field.tagName === 'SELECT' ? HTMLSelectElement : HTMLInputElement
  // Frameworks replace the setter of the field by one of their own. This code calls the browser's setter, so that the framework notices the
  // change when the event comes.
  Object.getOwnPropertyDescriptor(of.prototype, 'value')?.set?.call(field, value)
  for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: type !== 'blur' }))
}

export function typeInto(
  checkout: CheckoutFields,
  typing: TypedCardValues,
): TypedCardFields | { readonly lacking: string } {
  const { number, code, expiry, month, year } = checkout
  const values: { field: CheckoutPageElement; value: string; is: 'number' | 'code' | 'month' | 'year' | 'both' }[] = []
  let from = 0
  for (const field of number) {
    const size = number.length === 1 ? typing.pan.length : field.maxLength
    values.push({ field, value: typing.pan.slice(from, from + size), is: 'number' })
    from += size
  }
  const dated = [
    ...(expiry === null ? [] : [{ field: expiry, text: page.expiryText(expiry, typing), is: 'both' as const }]),
    ...(month === null ? [] : [{ field: month, text: page.monthText(month, typing.month), is: 'month' as const }]),
    ...(year === null ? [] : [{ field: year, text: page.yearText(year, typing.year), is: 'year' as const }]),
  ]
  for (const { field, text, is } of dated) {
    if ('lacking' in text) return text
    values.push({ field, value: text.value, is })
  }
  if (code !== null) values.push({ field: code, value: typing.cvv, is: 'code' })
  for (const { field, value } of values) setPageFieldValue(field, value)
  const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
  const isKept = values.every(({ field, value }) =>
    field.tagName === 'SELECT' ? field.value === value : digitsOf(field.value) === digitsOf(value),
  )
  if (!isKept) return { lacking: 'fields that keep what is typed into them' }
  const groups = number.map(({ maxLength }) => (number.length === 1 ? typing.pan.length : maxLength))
  const expiries = values.flatMap(({ field: { name }, value, is }) =>
    is === 'number' || is === 'code' ? [] : [{ name, value, is }],
  )
  return { groups, expiry: expiries }
}

/** Empties every field of the shop's page whose value contains a typed value, or four or more digits of the number. */
export function emptyTypedCardFields({ pan, cvv }: TypedCardValues): void {
  for (const field of page.deepAll('input')) {
    const digits = field.value.replaceAll(/\D/g, '')
    const isFragment = digits.length >= 4 && (pan.includes(digits) || digits.includes(pan))
    if (isFragment || field.value === cvv) setPageFieldValue(field, '')
  }
}

export const cardTypingPageFunctions = { put: setPageFieldValue, typeInto, emptyAll: emptyTypedCardFields }
