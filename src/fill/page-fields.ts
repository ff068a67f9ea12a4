/*
 * Functions that recognize and fill in the fields of a page. They run in the page, as those of in-page.ts do, and may use each other and
 * the page, and nothing else of this project.
 */

/** The properties of a form's element that these functions use. */
export interface Field {
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
  readonly shadowRoot: Root | null
  readonly textContent: string
  matches(selector: string): boolean
  closest(selector: string): unknown
  getRootNode(): Root
  contains(other: unknown): boolean
}
interface Root {
  querySelectorAll(selector: string): Iterable<Field>
  elementFromPoint(x: number, y: number): unknown
  getElementById(id: string): { readonly textContent: string } | null
}
interface Styled {
  readonly parentElement: Styled | null
}
export interface Form {
  readonly target: string
  readonly elements: Iterable<Button>
  checkValidity(): boolean
  requestSubmit(): void
}
export interface Button {
  readonly type: string
  readonly tagName: string
  readonly form: Form | null
  readonly disabled: boolean
  checkVisibility(options: object): boolean
  getAttribute(name: string): string | null
  click(): void
}

export type Kind = 'number' | 'code' | 'expiry' | 'month' | 'year'

export interface Checkout {
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

export function dom() {
  return globalThis as unknown as {
    document: Root
    location: { readonly origin: string }
    origin: string
    getComputedStyle(element: unknown): { readonly opacity: string }
    HTMLInputElement: { prototype: object }
    HTMLSelectElement: { prototype: object }
    Event: new (type: string, init: object) => unknown
  }
}

/** All elements that a selector finds in the page, also in the open shadow trees of its components. */
export function deepAll(selector: string): Field[] {
  const inside = (root: Root): Field[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(selector) ? [element] : []),
      ...(element.shadowRoot === null ? [] : inside(element.shadowRoot)),
    ])
  return inside(dom().document)
}

function isShown(field: Field): boolean {
  const { getComputedStyle } = dom()
  const asked = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  if (!field.checkVisibility(asked) || field.closest('[aria-hidden="true"], [inert]') !== null) return false
  let opacity = 1
  for (let each: Styled | null = field; each !== null; each = each.parentElement) {
    opacity *= Number(getComputedStyle(each).opacity)
  }
  field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = field.getBoundingClientRect()
  if (opacity < 0.1 || width < 8 || height < 8) return false
  const hit = field.getRootNode().elementFromPoint(left + width / 2, top + height / 2)
  return hit === field || [...(field.labels ?? [])].some((label) => label.contains(hit))
}

function isOpen(field: Field): boolean {
  const types = ['text', 'tel', 'number', 'password', 'search', 'month', 'select-one']
  return types.includes(field.type) && !field.disabled && field.readOnly !== true
}

function textOf(field: Field): string {
  const root = field.getRootNode()
  const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent)
  const named = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  const others = named.map((id) => root.getElementById(id)?.textContent ?? '')
  const own = [field.placeholder ?? '', field.getAttribute('aria-label') ?? '', field.getAttribute('title') ?? '']
  return [...labels, ...others, ...own].join(' ').toLowerCase()
}

export function kindOf(field: Field): Kind | null {
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

/** The fields of a checkout, by what they are for. Null for `number`: it is not clear which fields it consists of. */
export interface Sorted {
  readonly number: readonly Field[] | null
  readonly code: readonly Field[]
  readonly expiry: readonly Field[]
  readonly month: readonly Field[]
  readonly year: readonly Field[]
}

export function sortFields(all: readonly Field[], digits: number): Sorted {
  const number = numberFields(all, digits)
  const rest = all.filter((field) => !(number ?? []).includes(field))
  const of = (kind: Kind) => rest.filter((field) => kindOf(field) === kind)
  const [expiry, month, year] = [of('expiry'), of('month'), of('year')]
  // Of two fields with the same label, the month comes first.
  const isPair = expiry.length === 2 && month.length + year.length === 0
  return isPair
    ? { number, code: of('code'), expiry: [], month: expiry.slice(0, 1), year: expiry.slice(1) }
    : { number, code: of('code'), expiry, month, year }
}

/** The fields of the page that a person sees and can fill in. */
export function openFields(): Field[] {
  return deepAll('input, select').filter((field) => isOpen(field) && isShown(field))
}

export function put(field: Field, value: string): void {
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

export function typeInto(checkout: Checkout, typing: Typing): { readonly lacking: string } | null {
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

const inner = [isShown, isOpen, textOf, kindOfWords, numberFields, optionFor, expiryText, monthText, yearText]
const shared = { dom, deepAll, kindOf, sortFields, openFields, put, typeInto }
const names = Object.entries(shared).map(([name, each]) => `${name}: ${each.name}`)

/** These functions as JavaScript text, which defines those that other functions in the page use as members of `fields`. */
export const fieldsScript: string = [...inner, ...Object.values(shared), `const fields = { ${names.join(', ')} }`].join(
  '\n',
)
