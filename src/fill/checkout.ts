import type { Card } from './card.ts'

/** What the script in the page answers. */
export interface Found {
  readonly found: boolean
  /** What is missing, in a word. */
  readonly missing?: string
}

/**
 * Fills the form that asks for a card and submits it, in one turn of the page, then empties the fields again: the browser has taken the
 * values by then, and whoever looks at the page finds nothing.
 */
export const fillAndSubmit = (card: Card, submit: string | undefined): string =>
  `(${inPage.toString()})(${JSON.stringify({ ...card, submit: submit ?? null })})`

interface Given extends Card {
  readonly submit: string | null
}

/** Runs in the page, alone: it sees nothing of this file. */
function inPage({ pan, exp, cvv, submit }: Given): Found {
  interface Field {
    value: string
    readonly form: { requestSubmit(): void } | null
    readonly name: string
    readonly id: string
    readonly autocomplete: string
    readonly tagName: string
    dispatchEvent(event: unknown): void
  }
  const page = globalThis as unknown as {
    document: {
      querySelectorAll(selector: string): Iterable<Field>
      querySelector(selector: string): { click(): void } | null
    }
    Event: new (type: string, init: object) => unknown
  }
  const fields = [...page.document.querySelectorAll('input, select')]
  const find = (autocomplete: string, name: RegExp): Field | undefined =>
    fields.find((field) => field.autocomplete.split(' ').includes(autocomplete)) ??
    fields.find((field) => name.test(field.name) || name.test(field.id))
  const put = (field: Field, value: string) => {
    // Frameworks put a setter of their own before the browser's.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
    setter?.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new page.Event(type, { bubbles: true }))
  }
  const number = find('cc-number', /card.?num|^pan$|cc.?num/i)
  if (number === undefined) return { found: false, missing: 'a field for the card number' }
  const [month = '', year = ''] = exp.split('/')
  const filled: Field[] = []
  const fill = (field: Field | undefined, value: string) => {
    if (field === undefined) return
    put(field, value)
    filled.push(field)
  }
  fill(number, pan)
  fill(find('cc-csc', /cvv|cvc|csc|security/i), cvv)
  fill(find('cc-exp', /^exp(iry|iration)?(.?date)?$/i), exp)
  fill(find('cc-exp-month', /exp.*month/i), month)
  const yearField = find('cc-exp-year', /exp.*year/i)
  fill(yearField, yearField?.tagName === 'SELECT' ? `20${year}` : year)
  const button = submit === null ? null : page.document.querySelector(submit)
  if (submit !== null && button === null) return { found: false, missing: 'the button to press' }
  if (button === null && number.form === null) return { found: false, missing: 'a form around the card number' }
  if (button === null) number.form?.requestSubmit()
  else button.click()
  for (const field of filled) put(field, '')
  return { found: true }
}
