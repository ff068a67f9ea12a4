import type { cardWords } from '../words/card-words.ts'
import type { plainText } from '../words/plain-text.ts'
import type { TypedCardValues } from './card-fields.ts'
import type { domFunctions, CheckoutPageElement, PageSelectOption } from './dom.ts'

/* Functions that write the expiry of a card as a page wants it. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions & { plainText: typeof plainText }
declare const words: { readonly card: typeof cardWords; readonly languages: readonly string[] }

/** The text of a month or year for a field. `lacking`: what the field's list of options lacks, in words for the user. */
export type DateText = { readonly value: string } | { readonly lacking: string }

/** The numbers of the months by their names, long and short, in several languages and in that of the page. */
export function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  const { lang = '' } = page.dom().document.documentElement as unknown as { lang?: string }
  for (const language of [...words.languages, lang]) {
    for (const month of ['long', 'short'] as const) {
      for (let index = 0; index < 12; index += 1) {
        try {
          const name = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(Date.UTC(2024, index, 15))
          names.set(page.plainText(name), index + 1)
        } catch {
          break // the page names a language that there is not
        }
      }
    }
  }
  return names
}

/** The months that the options of a list mean by their texts: a month's name in any language, else a number. Null: the text means none. */
function monthsOfTexts(texts: readonly string[]): (number | null)[] {
  const names = monthNames()
  const plain = texts.map((text) => page.plainText(text))
  const byName = plain.map((text) => names.get(text.replaceAll(/[\d月월]/g, '').trim()) ?? names.get(text) ?? null)
  const numbers = plain.map((text) => /^\d{1,2}(?!\d)|(?<!\d)\d{1,2}$/.exec(text)?.[0])
  const byNumber = monthsOfNumbers(numbers)
  return plain.map((_text, index) => byName[index] ?? byNumber[index] ?? null)
}

/** The months that the numbers of an options list mean. A list with 0 and 11 and without 12 counts from 0. */
function monthsOfNumbers(numbers: readonly (string | undefined)[]): (number | null)[] {
  const values = numbers.map((each) => (each !== undefined && /^\d{1,2}$/.test(each) ? Number(each) : null))
  const isFromZero = values.includes(0) && values.includes(11) && !values.includes(12)
  return values.map((value) => (value === null ? null : isFromZero ? value + 1 : value))
}

export function monthText(field: CheckoutPageElement, month: string): DateText {
  if (field.tagName !== 'SELECT') return { value: month }
  const options = optionsOf(field)
  const texts = monthsOfTexts(options.map(({ text }) => text))
  const values = monthsOfNumbers(options.map(({ value }) => value.trim()))
  return chosen(options, texts, values, Number(month))
}

function notInLists(): DateText {
  return { lacking: 'the month or year of this card in its lists' }
}

function optionsOf(field: CheckoutPageElement): PageSelectOption[] {
  return [...(field.options ?? [])].filter(({ disabled }) => !disabled)
}

/** The option of a list for a month or a year. Its text decides, because a person reads that; its value must not mean another one. */
function chosen(
  options: readonly PageSelectOption[],
  texts: readonly (number | null)[],
  values: readonly (number | null)[],
  sought: number,
): DateText {
  const byText = texts.indexOf(sought)
  const at = byText === -1 ? values.indexOf(sought) : byText
  const option = options[at]
  if (option === undefined) return notInLists()
  const isAgreed = [texts[at], values[at]].every((each) => each === null || each === undefined || each === sought)
  return isAgreed
    ? { value: option.value }
    : { lacking: 'lists of months and years whose texts and values say the same' }
}

/**
 * Returns the expiry's year as the field wants it: with four digits, as the standard of `autocomplete` says, or with two if the field asks
 * for two.
 */
export function yearText(field: CheckoutPageElement, year: string): DateText {
  if (field.tagName === 'SELECT') {
    const options = optionsOf(field)
    const yearOf = (text: string) => {
      const [digits = ''] = /(?<!\d)(?:20)?\d{2}(?!\d)/.exec(text) ?? []
      return digits === '' ? null : Number(digits.slice(-2))
    }
    // Values of a year's options that count from the present year, such as 0 to 10, are no years.
    const isCounted = options.some(({ value }) => /^\d$/.test(value.trim()))
    const values = options.map(({ value }) => (isCounted ? null : yearOf(value)))
    return chosen(
      options,
      options.map(({ text }) => yearOf(text)),
      values,
      Number(year),
    )
  }
  const hint = page.textOf(field)
  const isShort = field.maxLength === 2 || (/\b(yy|jj|aa|rr)\b/i.test(hint) && !/yyyy|jjjj|aaaa|rrrr/i.test(hint))
  return { value: isShort ? year : `20${year}` }
}

export function expiryText(field: CheckoutPageElement, { month, year }: TypedCardValues): DateText {
  const { type, tagName, maxLength } = field
  const hint = page.textOf(field)
  if (type === 'month') return { value: `20${year}-${month}` }
  if (tagName === 'SELECT') {
    const options = optionsOf(field)
    const spelled = new RegExp(
      `^\\D*0?${Number(month)}\\D+(?:20)?${year}\\D*$|^\\D*(?:20)?${year}\\D+0?${Number(month)}\\D*$`,
    )
    const option = options.find(({ text }) => spelled.test(text)) ?? options.find(({ value }) => spelled.test(value))
    return option === undefined ? notInLists() : { value: option.value }
  }
  const isLong = /yyyy|jjjj|aaaa|rrrr/i.test(hint) && (maxLength < 0 || maxLength >= 7)
  const isYearFirst = new RegExp(words.card.yearFirst, 'u').test(page.plainText(hint))
  const inOrder = (longYear: string) => (isYearFirst ? [longYear, month] : [month, longYear])
  if (maxLength === 4) return { value: inOrder(year).join('') }
  if (maxLength === 6) return { value: inOrder(`20${year}`).join('') }
  const slash = /(?:mm|yy) (?:\/|-) /i.test(hint) && (maxLength < 0 || maxLength >= 7) ? ' / ' : '/'
  return { value: inOrder(`${isLong ? '20' : ''}${year}`).join(slash) }
}

export const cardExpiryPageFunctions = {
  monthNames,
  monthsOfTexts,
  monthsOfNumbers,
  monthText,
  notInLists,
  optionsOf,
  chosen,
  yearText,
  expiryText,
}
