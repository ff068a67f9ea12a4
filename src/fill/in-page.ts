import { fieldsScript, type Button, type Checkout, type Field, type Form, type Typing } from './page-fields.ts'
import type * as Fields from './page-fields.ts'

/*
 * Functions that run in a page, in an isolated world: scripts of the page see how these functions change fields, and nothing else of them.
 * The functions may use each other, those of page-fields.ts (as members of `fields`) and the page, and nothing else of this project,
 * because their text is sent to the browser.
 */

declare const fields: typeof Fields

/** The result of looking at a page: what it lacks to be filled in, or how many digits each of its number fields takes. */
export type Looked = { readonly lacking: string } | { readonly groups: readonly number[] }

function checkoutIn(form: Form | null, all: readonly Field[], digits: number): Checkout | { readonly lacking: string } {
  const { number, code, expiry, month, year } = fields.sortFields(all, digits)
  if (number === null) return { lacking: 'one field for the card number, or a row of short ones: it has others' }
  if (code.length !== 1) return { lacking: `one field for the CVC: it has ${code.length}` }
  const isSplit = expiry.length === 0 && month.length === 1 && year.length === 1
  const isWhole = expiry.length === 1 && month.length + year.length === 0
  if (!isSplit && !isWhole) return { lacking: 'one field for the expiry, or one for its month and one for its year' }
  const one = (some: readonly Field[]) => some[0] ?? null
  return { form, number, code: one(code), expiry: one(expiry), month: one(month), year: one(year) }
}

/**
 * The one button of the page that pays, by what is written on it. Buttons of wallets, which pay without a card, do not count. Null: there
 * is none, or several.
 */
function payButton(): Button | null {
  const pays =
    /^(pay\b|place (your |my )?order|order now|buy (it )?now|(complete|submit|confirm) (your |my |the )?(order|purchase|payment)|confirm and pay|purchase\b|jetzt |zahlen|bezahlen|kaufen|(zahlungs|kosten)pflichtig|bestellen|payer|pagar|comprar|paga\b|betaal|betala|betal\b)/
  const wallet =
    /paypal|apple|google|g ?pay|amazon|klarna|affirm|afterpay|clearpay|shop ?pay|\blink\b|later|invoice|rechnung/
  const textOf = (each: Field) =>
    (each.getAttribute('aria-label') ?? (each.tagName === 'INPUT' ? each.value : each.textContent)).trim().toLowerCase()
  const [only, ...more] = fields
    .deepAll('button, input[type="submit"], input[type="button"], [role="button"]')
    .filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) && pays.test(textOf(each)) && !wallet.test(textOf(each)),
    )
  return only === undefined || more.length > 0 ? null : (only as unknown as Button)
}

/** The button that the selector names. Without a selector: the only submit button of the form. Null: there is no such button. */
function buttonOf(form: Form | null, submit: string | null): Button | null {
  if (submit !== null) return (fields.deepAll(submit)[0] as unknown as Button | undefined) ?? null
  const isButton = (each: Button) => each.type === 'submit' && each.checkVisibility({})
  const [only, ...more] = [...(form?.elements ?? [])].filter(isButton)
  return only === undefined || more.length > 0 ? null : only
}

function findCheckout(digits: number, submit: string | null): Checkout | { readonly lacking: string } {
  const open = fields.openFields()
  const forms = new Set(open.filter((field) => fields.kindOf(field) === 'number').map(({ form }) => form))
  const button = buttonOf(null, submit)
  if (submit !== null && button === null) return { lacking: 'the button to press' }
  const [form, ...others] = forms
  if (form === undefined) return { lacking: 'a field for the card number' }
  const its = others.length === 0 ? form : [...forms].find((each) => each !== null && each === button?.form)
  if (its === undefined) return { lacking: 'one form for a card: it has several. Name the button with --submit' }
  if (its === null && (button ?? payButton()) === null)
    return { lacking: 'one button that pays, because no form is around the card number. Name the button with --submit' }
  const target = button?.getAttribute('formtarget') ?? its?.target ?? ''
  if (target !== '' && target !== '_self') return { lacking: 'a form that answers in this page: it opens another one' }
  return checkoutIn(
    its,
    open.filter((field) => field.form === its),
    digits,
  )
}

/** Fills in the checkout of the page, without submitting it. */
export function fillIn(typing: Typing, origin: string, submit: string | null): Looked {
  const { location } = fields.dom()
  if (location.origin !== origin) return { lacking: 'the shop' }
  const checkout = findCheckout(typing.pan.length, submit)
  if ('lacking' in checkout) return checkout
  const failed = fields.typeInto(checkout, typing)
  if (failed !== null) return failed
  if (checkout.form?.checkValidity() === false)
    return { lacking: 'a form that is complete: fill its other fields first' }
  const groups = checkout.number.map(({ maxLength }) => (checkout.number.length === 1 ? typing.pan.length : maxLength))
  return { groups }
}

/** Says what the page lacks to be a checkout that can be filled in, or null where it lacks nothing. Nothing is typed. */
export function lackingIn(submit: string | null): string | null {
  // The card is not known yet, so all usual lengths of a card number are tried: a row of short fields is a checkout for only one of them.
  const checkouts = [16, 15, 14, 19].map((digits) => findCheckout(digits, submit))
  const [first] = checkouts
  return first === undefined || checkouts.some((each) => !('lacking' in each))
    ? null
    : (first as { lacking: string }).lacking
}

/**
 * Presses the button that the selector `submit` names, the form's only submit button, or, where no form is around the fields, the one
 * button that pays. Submits the form itself where it has no single button. Returns whether that was done: false means that the button waits
 * for the page.
 */
export function submitIt(digits: number, submit: string | null): boolean {
  const checkout = findCheckout(digits, submit)
  if ('lacking' in checkout) return false
  const { form } = checkout
  const button = buttonOf(form, submit) ?? (form === null ? payButton() : null)
  if (button === null) form?.requestSubmit()
  else if (button.disabled) return false
  else button.click()
  return true
}

/** Empties every field of the page that contains what was typed, or four or more digits of it. */
export function emptyAll({ pan, cvv }: Typing): void {
  for (const field of fields.deepAll('input')) {
    const digits = field.value.replaceAll(/\D/g, '')
    const isFragment = digits.length >= 4 && (pan.includes(digits) || digits.includes(pan))
    if (isFragment || field.value === cvv) fields.put(field, '')
  }
}

/** The kinds of the card fields that a document has, which in a frame may be some fields of a checkout only. `origin`: that of its scripts. */
export interface HereFields {
  readonly origin: string
  readonly kinds: readonly string[]
}

export function fieldsHere(): HereFields {
  const { number, ...others } = fields.sortFields(fields.openFields(), 16)
  const numbers = number === null ? ['number', 'number'] : number.length === 0 ? [] : ['number']
  const kinds = [...numbers, ...Object.entries(others).flatMap(([kind, some]) => some.map(() => kind))]
  return { origin: fields.dom().origin, kinds }
}

/** Fills in the fields that the document of a frame has. */
export function fillHere(typing: Typing): Looked {
  const { number, code, expiry, month, year } = fields.sortFields(fields.openFields(), typing.pan.length)
  const one = (some: readonly Field[]) => some[0] ?? null
  const row = number ?? []
  const failed = fields.typeInto(
    { form: null, number: row, code: one(code), expiry: one(expiry), month: one(month), year: one(year) },
    typing,
  )
  return failed ?? { groups: row.map(({ maxLength }) => (row.length === 1 ? typing.pan.length : maxLength)) }
}

/** Whether a person sees the frame that an element of the page shows. */
export function isFrameShown(frame: Field): boolean {
  const { width, height } = frame.getBoundingClientRect()
  return frame.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width >= 8 && height >= 8
}

/**
 * Whether a document has a button that pays with the fields of frames: the one that the selector names, that of the form around the element
 * of the frame (or around the fields, in the document of the frame), or the one that is said to pay. `isPressed`: press it, if it is not
 * disabled.
 */
export function buttonNear(frame: Field | null, submit: string | null, isPressed: boolean): boolean {
  const form = (frame?.closest('form') ??
    fields.openFields().find((field) => fields.kindOf(field) === 'number')?.form ??
    null) as Form | null
  const button = buttonOf(form, submit) ?? payButton()
  if (button === null) return false
  if (!isPressed) return true
  if (!button.disabled) button.click()
  return !button.disabled
}

const functions = [checkoutIn, payButton, buttonOf, findCheckout, fillIn, lackingIn, submitIt, emptyAll, fieldsHere]
const script = [fieldsScript, ...functions, fillHere, isFrameShown, buttonNear].join('\n')

/** The JavaScript text that calls one of the functions above, for a page to evaluate. */
export const inPage = <Given extends readonly unknown[]>(
  called: (...given: Given) => unknown,
  ...given: Given
): string => `(() => { ${script}\n return ${called.name}(${given.map((each) => JSON.stringify(each)).join(', ')}) })()`

/** The JavaScript text of a function of an element (`this`), which passes it to one of the functions above. */
export const onElement = (called: (element: Field, ...given: never[]) => unknown): string =>
  `function (...given) { ${script}\n return ${called.name}(this, ...given) }`
