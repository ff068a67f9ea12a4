/*
 * Functions that run in a page, in an isolated world: scripts of the page see how these functions change fields, and nothing else of them.
 * The functions may use each other and the page, and nothing else of this project, because their text is sent to the browser.
 */

/** The properties of a form's element that these functions use. */
interface Field {
  value: string
  readonly form: Form | null
  readonly name: string
  readonly id: string
  readonly type: string
  readonly autocomplete: string
  readonly placeholder?: string
  readonly maxLength: number
  readonly tagName: string
  readonly disabled: boolean
  readonly readOnly?: boolean
  readonly labels: Iterable<{ readonly textContent: string; contains(other: unknown): boolean }> | null
  readonly options?: Iterable<{ readonly value: string; readonly text: string; readonly disabled: boolean }>
  readonly parentElement: Styled | null
  getAttribute(name: string): string | null
  dispatchEvent(event: unknown): void
  checkVisibility(options: object): boolean
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
  scrollIntoView(options: object): void
  closest(selector: string): unknown
  contains(other: unknown): boolean
}
interface Styled {
  readonly parentElement: Styled | null
}
interface Form {
  readonly target: string
  readonly elements: Iterable<Button>
  checkValidity(): boolean
  requestSubmit(): void
}
interface Button {
  readonly type: string
  readonly tagName: string
  readonly form: Form | null
  readonly disabled: boolean
  checkVisibility(options: object): boolean
  getAttribute(name: string): string | null
  click(): void
}

type Kind = 'number' | 'code' | 'expiry' | 'month' | 'year'

interface Checkout {
  readonly form: Form | null
  readonly number: readonly Field[]
  readonly code: Field | null
  readonly expiry: Field | null
  readonly month: Field | null
  readonly year: Field | null
}

/** The values of a card as they are typed into the fields of a page. They consist of digits; the year has two. */
export interface Typing {
  readonly pan: string
  readonly cvv: string
  readonly month: string
  readonly year: string
}

/** The result of looking at a page: what it lacks to be filled in, or how many digits each of its number fields takes. */
export type Looked = { readonly lacking: string } | { readonly groups: readonly number[] }

function dom() {
  return globalThis as unknown as {
    document: {
      querySelectorAll(selector: string): Iterable<Field>
      querySelector(selector: string): Button | null
      elementFromPoint(x: number, y: number): unknown
      getElementById(id: string): { readonly textContent: string } | null
    }
    location: { readonly origin: string }
    getComputedStyle(element: unknown): { readonly opacity: string }
    HTMLInputElement: { prototype: object }
    HTMLSelectElement: { prototype: object }
    Event: new (type: string, init: object) => unknown
  }
}

function isShown(field: Field): boolean {
  const { document, getComputedStyle } = dom()
  const asked = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  if (!field.checkVisibility(asked) || field.closest('[aria-hidden="true"], [inert]') !== null) return false
  let opacity = 1
  for (let each: Styled | null = field; each !== null; each = each.parentElement) {
    opacity *= Number(getComputedStyle(each).opacity)
  }
  field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = field.getBoundingClientRect()
  if (opacity < 0.1 || width < 8 || height < 8) return false
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit === field || [...(field.labels ?? [])].some((label) => label.contains(hit))
}

function isOpen(field: Field): boolean {
  const types = ['text', 'tel', 'number', 'password', 'search', 'month', 'select-one']
  return types.includes(field.type) && !field.disabled && field.readOnly !== true
}

function textOf(field: Field): string {
  const { document } = dom()
  const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent)
  const named = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  const others = named.map((id) => document.getElementById(id)?.textContent ?? '')
  const own = [field.placeholder ?? '', field.getAttribute('aria-label') ?? '', field.getAttribute('title') ?? '']
  return [...labels, ...others, ...own].join(' ').toLowerCase()
}

function kindOf(field: Field): Kind | null {
  const standard: Record<string, Kind> = {
    'cc-number': 'number',
    'cc-csc': 'code',
    'cc-exp': 'expiry',
    'cc-exp-month': 'month',
    'cc-exp-year': 'year',
  }
  const tokens = field.autocomplete.toLowerCase().split(/\s+/)
  const token = tokens.find((each) => each in standard)
  if (token !== undefined) return standard[token] ?? null
  if (tokens.some((each) => /^cc-|^one-time|name|email|tel|address|postal/.test(each))) return null
  // The last key of a field's name, for instance `expiry` of `payment[expiry]`.
  const name = field.name.split(/[[\].]+/).findLast((key) => key !== '') ?? ''
  return kindOfWords(name.toLowerCase()) ?? kindOfWords(field.id.toLowerCase()) ?? kindOfWords(textOf(field))
}

function kindOfWords(words: string): Kind | null {
  if (/cvv|cvc|csc\b|cvn|security.?code|card.?code|verification.?(code|number|value)|prüf(nummer|ziffer)/.test(words))
    return 'code'
  const expires = /exp(ir|\b|[_.[\]-]|date|month|year|mm|yy)|valid.?(thru|until)|ablauf|gültig|caducidad|scadenza/
  if (expires.test(words)) {
    if (/mm ?[/-] ?(yy|jj|aa)/.test(words)) return 'expiry'
    if (/year|jahr|yy|année|año/.test(words)) return /month|mm/.test(words) ? 'expiry' : 'year'
    return /month|mon\b|monat|mm|mois/.test(words) ? 'month' : 'expiry'
  }
  if (/^\s*mm ?[/-] ?(yy|jj|aa)/.test(words)) return 'expiry'
  if (/gift|coupon|voucher|promo|loyalty|member|phone|iban|holder|name/.test(words)) return null
  const card = '(card|cc|kreditkarten?|karten|carte|tarjeta|kort)'
  if (new RegExp(`${card}[^a-z]*(number|num|no\\b|nr|nummer)|(numéro|número) de (la )?${card}`).test(words))
    return 'number'
  return /^\s*(number|pan|cardnum|ccnum)(\s|$)/.test(words) ? 'number' : null
}

/**
 * Finds the fields for the card number: one field, or several short fields in a row that together take the number. Null: it is not clear
 * which fields they are.
 */
function numberFields(all: readonly Field[], digits: number): readonly Field[] | null {
  const numbers = all.filter((field) => kindOf(field) === 'number')
  const [first] = numbers
  const isShort = ({ maxLength }: Field) => maxLength >= 3 && maxLength <= 6
  if (first === undefined) return []
  if (!isShort(first)) return numbers.length === 1 ? numbers : null
  const row: Field[] = []
  let taken = 0
  for (const field of all.slice(all.indexOf(first))) {
    if (taken >= digits || !isShort(field)) break
    row.push(field)
    taken += field.maxLength
  }
  return taken === digits && numbers.every((field) => row.includes(field)) ? row : null
}

function checkoutIn(form: Form | null, all: readonly Field[], digits: number): Checkout | { readonly lacking: string } {
  const number = numberFields(all, digits)
  if (number === null) return { lacking: 'one field for the card number, or a row of short ones: it has others' }
  const rest = all.filter((field) => !number.includes(field))
  const of = (kind: Kind) => rest.filter((field) => kindOf(field) === kind)
  const [codes, months, years] = [of('code'), of('month'), of('year')]
  let expiries = of('expiry')
  // Of two fields with the same label, the month comes first.
  if (expiries.length === 2 && months.length + years.length === 0) {
    months.push(...expiries.slice(0, 1))
    years.push(...expiries.slice(1))
    expiries = []
  }
  if (codes.length !== 1) return { lacking: `one field for the CVC: it has ${codes.length}` }
  const isSplit = expiries.length === 0 && months.length === 1 && years.length === 1
  const isWhole = expiries.length === 1 && months.length + years.length === 0
  if (!isSplit && !isWhole) return { lacking: 'one field for the expiry, or one for its month and one for its year' }
  const one = (fields: readonly Field[]) => fields[0] ?? null
  return { form, number, code: one(codes), expiry: one(expiries), month: one(months), year: one(years) }
}

function findCheckout(digits: number, submit: string | null): Checkout | { readonly lacking: string } {
  const { document } = dom()
  const fields = [...document.querySelectorAll('input, select')].filter((field) => isOpen(field) && isShown(field))
  const forms = new Set(fields.filter((field) => kindOf(field) === 'number').map(({ form }) => form))
  const button = submit === null ? null : document.querySelector(submit)
  if (submit !== null && button === null) return { lacking: 'the button to press' }
  const [form, ...others] = forms
  if (form === undefined) {
    const hasFrames = [...document.querySelectorAll('iframe')].some((frame) => frame.checkVisibility({}))
    return { lacking: `a field for the card number${hasFrames ? ' outside of its frames, which are not filled' : ''}` }
  }
  const its = others.length === 0 ? form : [...forms].find((each) => each !== null && each === button?.form)
  if (its === undefined) return { lacking: 'one form for a card: it has several. Name the button with --submit' }
  if (its === null && button === null)
    return { lacking: 'a form around the card number. Name the button with --submit' }
  const target = button?.getAttribute('formtarget') ?? its?.target ?? ''
  if (target !== '' && target !== '_self') return { lacking: 'a form that answers in this page: it opens another one' }
  return checkoutIn(
    its,
    fields.filter((field) => field.form === its),
    digits,
  )
}

function put(field: Field, value: string): void {
  const { HTMLInputElement, HTMLSelectElement, Event } = dom()
  const of = field.tagName === 'SELECT' ? HTMLSelectElement : HTMLInputElement
  // Frameworks replace the setter of the field by one of their own. This code calls the browser's setter, so that the framework notices the
  // change when the event comes.
  Object.getOwnPropertyDescriptor(of.prototype, 'value')?.set?.call(field, value)
  for (const type of ['input', 'change', 'blur']) field.dispatchEvent(new Event(type, { bubbles: type !== 'blur' }))
}

/**
 * The value of the option of a select field that stands for one of `values`, which are the spellings of a month, a year or an expiry. Null:
 * there is no such option.
 */
function optionFor(field: Field, values: readonly string[]): string | null {
  const options = [...(field.options ?? [])].filter(({ disabled }) => !disabled)
  const byValue = options.find(({ value }) => values.includes(value.trim()))
  const byText = options.find(({ text }) => values.includes((/^\s*(\d+)/.exec(text)?.[1] ?? '').trim()))
  return (byValue ?? byText)?.value ?? null
}

function expiryText(field: Field, { month, year }: Typing): string | null {
  const { type, tagName, maxLength } = field
  const hint = `${field.placeholder ?? ''} ${textOf(field)}`
  if (type === 'month') return `20${year}-${month}`
  if (tagName === 'SELECT') return optionFor(field, [`${month}/${year}`, `${month}/20${year}`])
  const isLong = /yyyy|jjjj|aaaa/i.test(hint) && (maxLength < 0 || maxLength >= 7)
  if (maxLength === 4) return `${month}${year}`
  if (maxLength === 6) return `${month}20${year}`
  const slash = /mm \/ |mm - /i.test(hint) && (maxLength < 0 || maxLength >= 7) ? ' / ' : '/'
  return `${month}${slash}${isLong ? '20' : ''}${year}`
}

function monthText(field: Field, month: string): string | null {
  return field.tagName === 'SELECT' ? optionFor(field, [month, String(Number(month))]) : month
}

/**
 * Returns the expiry's year as the field wants it: with four digits, as the standard of `autocomplete` says, or with two if the field asks
 * for two. Null: a select field has no option for the year.
 */
function yearText(field: Field, year: string): string | null {
  if (field.tagName === 'SELECT') return optionFor(field, [year, `20${year}`])
  const hint = `${field.placeholder ?? ''} ${textOf(field)}`
  const isShort = field.maxLength === 2 || (/\b(yy|jj|aa)\b/i.test(hint) && !/yyyy|jjjj|aaaa/i.test(hint))
  return isShort ? year : `20${year}`
}

function typeInto(checkout: Checkout, typing: Typing): { readonly lacking: string } | null {
  const { number, code, expiry, month, year } = checkout
  const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
  const values: [Field, string | null][] = []
  let from = 0
  for (const field of number) {
    const size = number.length === 1 ? typing.pan.length : field.maxLength
    values.push([field, typing.pan.slice(from, from + size)])
    from += size
  }
  if (expiry !== null) values.push([expiry, expiryText(expiry, typing)])
  if (month !== null) values.push([month, monthText(month, typing.month)])
  if (year !== null) values.push([year, yearText(year, typing.year)])
  if (code !== null) values.push([code, typing.cvv])
  for (const [field, value] of values) {
    if (value === null) return { lacking: 'the month or year of this card in its lists' }
    put(field, value)
  }
  const isKept = ([field, value]: [Field, string | null]) => digitsOf(field.value) === digitsOf(value ?? '')
  return values.every(isKept) ? null : { lacking: 'fields that keep what is typed into them' }
}

/** Fills in the checkout of the page, without submitting it. */
export function fillIn(typing: Typing, origin: string, submit: string | null): Looked {
  const { location } = dom()
  if (location.origin !== origin) return { lacking: 'the shop' }
  const checkout = findCheckout(typing.pan.length, submit)
  if ('lacking' in checkout) return checkout
  const failed = typeInto(checkout, typing)
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
 * Presses the button that the selector `submit` names, or the form's only submit button where `submit` is null. Submits the form itself
 * where it has no submit button.
 */
export function submitIt(digits: number, submit: string | null): void {
  const { document } = dom()
  const checkout = findCheckout(digits, submit)
  if ('lacking' in checkout) return
  const isButton = (each: Button) => each.type === 'submit' && !each.disabled && each.checkVisibility({})
  const buttons = [...(checkout.form?.elements ?? [])].filter(isButton)
  const [only, ...more] = buttons
  const button = submit === null ? null : document.querySelector(submit)
  if (button !== null) button.click()
  else if (only !== undefined && more.length === 0) only.click()
  else checkout.form?.requestSubmit()
}

/** Empties every field of the page that contains what was typed, or four or more digits of it. */
export function emptyAll({ pan, cvv }: Typing): void {
  const { document } = dom()
  for (const field of document.querySelectorAll('input')) {
    const digits = field.value.replaceAll(/\D/g, '')
    const isFragment = digits.length >= 4 && (pan.includes(digits) || digits.includes(pan))
    if (isFragment || field.value === cvv) put(field, '')
  }
}

const helpers = [isShown, isOpen, textOf, kindOf, kindOfWords, numberFields, checkoutIn, findCheckout, put, optionFor]
const script = [dom, ...helpers, expiryText, monthText, yearText, typeInto, fillIn, lackingIn, submitIt, emptyAll].join(
  '\n',
)

/** The JavaScript text that calls one of the functions above, for a page to evaluate. */
export const inPage = <Given extends readonly unknown[]>(
  called: (...given: Given) => unknown,
  ...given: Given
): string => `(() => { ${script}\n return ${called.name}(${given.map((each) => JSON.stringify(each)).join(', ')}) })()`
