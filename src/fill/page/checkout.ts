import type { cardFieldFunctions, CheckoutFields, TypedCardValues } from './card-fields.ts'
import type { domFunctions, CheckoutPageElement, PageForm } from './dom.ts'
import type { paymentFaultFunctions, PaymentFault } from './payment-faults.ts'
import type { PayButton, payButtonFunctions } from './pay-button.ts'
import type { buttonPressPageFunctions, PayButtonPressResult } from './pressing.ts'
import type { PurchaseCeiling } from './totals.ts'
import type { TypedCardFields, cardTypingPageFunctions } from './typing.ts'

/* Functions that find and fill in the checkout of a page whose card fields are in the page itself. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions &
  typeof cardFieldFunctions &
  typeof payButtonFunctions &
  typeof paymentFaultFunctions &
  typeof buttonPressPageFunctions &
  typeof cardTypingPageFunctions

/** The result of looking at a checkout page: what it lacks to be filled in, or what was typed. */
export type FillInResult = PaymentFault | TypedCardFields

function checkoutIn(
  form: PageForm | null,
  all: readonly CheckoutPageElement[],
  digits: number,
): CheckoutFields | PaymentFault {
  const { number, code, expiry, month, year } = page.sortFields(all, digits)
  if (number === null) return { lacking: 'one field for the card number, or a row of short ones: it has others' }
  if (code.length !== 1) return { lacking: `one field for the CVC: it has ${code.length}` }
  const isSplit = expiry.length === 0 && month.length === 1 && year.length === 1
  const isWhole = expiry.length === 1 && month.length + year.length === 0
  if (!isSplit && !isWhole) return { lacking: 'one field for the expiry, or one for its month and one for its year' }
  const one = (some: readonly CheckoutPageElement[]) => some[0] ?? null
  return { form, number, code: one(code), expiry: one(expiry), month: one(month), year: one(year) }
}

function findCheckout(
  digits: number,
  submit: string | null,
): (CheckoutFields & { readonly button: PayButton }) | PaymentFault {
  const open = page.openFields()
  const forms = new Set(open.filter((field) => page.kindOf(field) === 'number').map(({ form }) => form))
  const [form, ...others] = forms
  if (form === undefined) return noNumber(open)
  const given = submit === null ? null : page.buttonFor(null, submit)
  if (given !== null && 'lacking' in given) return given
  const its = others.length === 0 ? form : [...forms].find((each) => each !== null && each === given?.form)
  if (its === undefined)
    return { lacking: 'one form for a card: it has several. Name the button with `submit`', obstacle: 'step' }
  const found = checkoutIn(
    its,
    open.filter((field) => field.form === its),
    digits,
  )
  if ('lacking' in found) return found
  const button = page.buttonFor(its, submit)
  if ('lacking' in button) return button
  const target = button.getAttribute('formtarget') ?? its?.target ?? ''
  if (target !== '' && target !== '_self') return { lacking: 'a form that answers in this page: it opens another one' }
  return { ...found, button }
}

/** The reason why a page has no field for a card number that can be filled in. */
function noNumber(open: readonly CheckoutPageElement[]): PaymentFault {
  const numbers = page.deepAll('input').filter((field) => page.isOpen(field) && page.kindOf(field) === 'number')
  const sights = numbers.map((field) => page.sightOf(field))
  if (sights.includes('covered'))
    return {
      lacking: 'a field for the card number that nothing covers: close what is in front of it',
      obstacle: 'covered',
    }
  if (numbers.length > 0)
    return {
      lacking:
        'a field for the card number that is shown: it is hidden. Choose the card as the way to pay, or open its section',
      obstacle: 'hidden',
    }
  const codes = open.filter((field) => page.kindOf(field) === 'code')
  if (codes.some((field) => page.isForAll(field)))
    return { lacking: 'a field for the card number alone: it has one for everything' }
  if (codes.length > 0)
    return {
      lacking: 'a field for the card number: it asks for the CVC of a saved card. Choose to enter another card',
      obstacle: 'step',
    }
  const typed = open.filter(({ tagName }) => tagName === 'INPUT')
  const button = page.buttonFor(typed[0]?.form ?? null, null)
  if ('lacking' in button && button.obstacle === 'step' && typed.length > 0)
    return { lacking: 'a field for the card number: it shows a step before that. Complete it first', obstacle: 'step' }
  if (typed.length >= 3 && typed.length <= 6 && !('lacking' in button))
    return {
      lacking:
        'a field for the card number that is known by its `autocomplete`, its name or its label, in a language that is known',
      obstacle: 'language',
    }
  return { lacking: 'a field for the card number' }
}

/** Fills in the checkout of the page, without submitting it. */
export function fillInCheckout(typing: TypedCardValues, origin: string, submit: string | null): FillInResult {
  const { location } = page.dom()
  if (location.origin !== origin) return { lacking: 'the shop' }
  const checkout = findCheckout(typing.pan.length, submit)
  if ('lacking' in checkout) return checkout
  const typed = page.typeInto(checkout, typing)
  if ('lacking' in typed) return typed
  if (checkout.form?.checkValidity() === false)
    return { lacking: 'a form that is complete: fill its other fields first', obstacle: 'step' }
  return typed
}

/** The reason why a page is no checkout that can be filled in. Null: it is one. Nothing is typed. */
export function checkoutFaultIn(submit: string | null, ceiling: PurchaseCeiling | null): PaymentFault | null {
  // The card is not known yet, so all usual lengths of a card number are tried: a row of short fields is a checkout for only one of them.
  const checkouts = [16, 15, 14, 19].map((digits) => findCheckout(digits, submit))
  const [first] = checkouts
  const usable = checkouts.find((each) => !('lacking' in each)) as (CheckoutFields & { button: PayButton }) | undefined
  if (usable === undefined) return first as PaymentFault
  const { form, number, button } = usable
  const [field] = number
  const way = page.inTheWay(form, submit, ceiling)
  if (way !== null) return way
  if (page.sightOf(button) === 'covered' && !page.isDisabled(button))
    return { lacking: 'a button that nothing covers: close what is in front of it', obstacle: 'covered' }
  field?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return null
}

/** Presses the button that pays. Returns whether it was pressed, and if not, why: `disabled` means that the button waits for the page. */
export function submitCheckout(
  digits: number,
  submit: string | null,
  ceiling: PurchaseCeiling | null,
): PayButtonPressResult {
  const checkout = findCheckout(digits, submit)
  return 'lacking' in checkout ? { how: 'disabled' } : page.pressed(checkout.button, ceiling)
}

export const checkoutFunctions = {
  checkoutIn,
  findCheckout,
  noNumber,
  fillIn: fillInCheckout,
  lackingIn: checkoutFaultIn,
  submitIt: submitCheckout,
}
