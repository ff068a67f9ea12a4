import type { buttonWords } from '../words/button-words.ts'
import type { buttonMeaning } from '../words/button-meaning.ts'
import type { checkoutPageWords } from '../words/page-words.ts'
import type { plainText } from '../words/plain-text.ts'
import type { domFunctions, CheckoutPageElement } from './dom.ts'
import type { payButtonFunctions } from './pay-button.ts'

/* Functions that read what a page says that the purchase costs. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions &
  typeof payButtonFunctions & { plainText: typeof plainText; buttonMeaning: typeof buttonMeaning }
declare const words: { readonly page: typeof checkoutPageWords; readonly button: typeof buttonWords }

/** The most that a purchase may cost, in minor units of its currency. */
export interface PurchaseCeiling {
  readonly amount: number
  readonly currency: string
  readonly decimals: number
}

/**
 * The highest total on the shop's page, as a text, if it is above the ceiling. Null otherwise. Totals in other currencies than the
 * ceiling's are not compared.
 */
export function pageTotalAboveCeiling(ceiling: PurchaseCeiling): string | null {
  const { amount, currency, decimals } = ceiling
  const highest = Math.max(0, ...totalsShown(ceiling))
  return highest > amount ? `${(highest / 10 ** decimals).toFixed(decimals)} ${currency}` : null
}

/** The amounts beside the labels of totals, and on the buttons that pay, in minor units. */
function totalsShown(ceiling: PurchaseCeiling): number[] {
  const textsOfButtons = page
    .deepAll('button, input[type="submit"], [role="button"]')
    .map((button) => page.buttonText(button))
    .filter((text) => page.buttonMeaning(text, words.button) === 'pays')
  const labels = page.deepAll('*').filter(isTotalLabel)
  return [...textsOfButtons, ...labels.map(textWithAmount)].flatMap((text) =>
    pageAmountsInText(text, ceiling).slice(-1),
  )
}

function isTotalLabel(element: CheckoutPageElement): boolean {
  const text = element.textContent
  if (text.length > 80 || /^(?:SCRIPT|STYLE|OPTION|TITLE)$/.test(element.tagName)) return false
  const label = page
    .plainText(text.replaceAll(/[\p{Sc}]|\b[A-Z]{3}\b|R\$/gu, ' '))
    .replaceAll(/\p{N}+ ?[円元원]?/gu, ' ')
    .replaceAll(/(?<!\p{L})(?:kr|zl)(?!\p{L})/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (
    new RegExp(words.page.total, 'u').test(label) &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  )
}

/** The text that has the amount of a label: the label itself, or else the element after it, or the one after its parent. */
function textWithAmount(label: CheckoutPageElement): string {
  const near = [label, label.nextElementSibling, label.parentElement?.nextElementSibling ?? null]
  const own = near.map((each) => each?.textContent ?? '').find((text) => text.length <= 80 && /\d/.test(text))
  const around = label.parentElement?.textContent ?? ''
  return own ?? (around.length <= 80 ? around : '')
}

/** The amounts in a text, in minor units of the ceiling's currency. Those of another currency are left out. */
export function pageAmountsInText(text: string, { currency, decimals }: PurchaseCeiling): number[] {
  const signs: Record<string, string> = {
    $: 'USD CAD AUD NZD SGD HKD MXN TWD',
    '€': 'EUR',
    '£': 'GBP',
    '¥': 'JPY CNY',
    '￥': 'JPY CNY',
    円: 'JPY',
    元: 'CNY TWD',
    '₩': 'KRW',
    원: 'KRW',
    zł: 'PLN',
    kr: 'SEK NOK DKK',
    R$: 'BRL',
    ريال: 'SAR',
  }
  const unit = '(?:R\\$|[A-Z]{3}|[$€£¥￥円元₩원]|zł|kr|ريال)'
  const number = "\\d{1,3}(?:[.,'’ \\u00a0\\u202f]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d{1,3})?"
  const found = [
    ...text.matchAll(new RegExp(`(${unit})?[ \\u00a0\\u202f]?(${number})[ \\u00a0\\u202f]?(${unit})?`, 'g')),
  ]
  return found.flatMap(([, before, digits = '', after]) => {
    const named = before ?? after
    if (named !== undefined && !(signs[named] ?? named).split(' ').includes(currency)) return []
    const [, whole = digits, fraction = ''] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? []
    const isFraction = decimals > 0 && fraction !== ''
    const plain = (isFraction ? whole : digits).replaceAll(/\D/g, '')
    return [Number(plain) * 10 ** decimals + (isFraction ? Math.round(Number(`0.${fraction}`) * 10 ** decimals) : 0)]
  })
}

export const pageTotalFunctions = {
  totalAbove: pageTotalAboveCeiling,
  totalsShown,
  isTotalLabel,
  textWithAmount,
  amountsIn: pageAmountsInText,
}
