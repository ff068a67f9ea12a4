import type { checkoutPageWords } from '../words/page-words.ts'
import type { plainText } from '../words/plain-text.ts'
import type { domFunctions, CheckoutPageElement } from './dom.ts'
import type { payButtonFunctions } from './pay-button.ts'

/* Functions that see what a page shows after the checkout was submitted. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions & typeof payButtonFunctions & { plainText: typeof plainText }
declare const words: { readonly page: typeof checkoutPageWords }

/** The state of a page after a payment. All texts but the address are those of the shop. */
export interface PageAfterPayment {
  readonly isLoaded: boolean
  /** The page's address without its query, which may repeat the sent data. */
  readonly address: string
  readonly title: string
  /** Errors on the shop's page: texts of `role=alert`, and those of fields that are marked as invalid. */
  readonly errors: readonly string[]
  readonly isDeclined: boolean
  readonly isChallenge: boolean
  readonly isThanks: boolean
  /** Whether the page has a button that pays. */
  readonly pays: boolean
}

export function pageAfterPayment(): PageAfterPayment {
  const { document, location } = page.dom()
  const errors = shownPageErrors()
  const heads = page.deepAll('h1, h2, h3, [role="status"], [role="heading"]').filter(isSeen)
  const said = [document.title, ...heads.map(({ textContent }) => textContent), ...errors].map((text) =>
    page.plainText(text),
  )
  const says = (source: string) => said.some((text) => new RegExp(source, 'u').test(text))
  const frames = page
    .deepAll('iframe, form')
    .map(
      (each) =>
        `${each.getAttribute('src') ?? ''} ${each.getAttribute('action') ?? ''} ${each.getAttribute('name') ?? ''} ${each.id}`,
    )
  const isBank = /3-?d-?s(?:ecure|2|\b|\/)|threeds|3d-?secure|cardinalcommerce|\bacs\b/i
  return {
    isLoaded: document.readyState === 'complete',
    address: `${location.origin}${location.pathname}`,
    title: document.title,
    errors,
    isDeclined: says(words.page.declined),
    isChallenge: says(words.page.challenge) || frames.some((each) => isBank.test(each)) || hasBankFields(),
    isThanks: says(words.page.thanks),
    pays: !('lacking' in page.buttonFor(null, null)),
  }
}

/** The fields in which the protocols of 3-D Secure send their requests to a bank. */
function hasBankFields(): boolean {
  const names = /^(?:creq|pareq|threedssessiondata|threedsmethoddata)$/i
  return page.deepAll('input').some(({ name }) => names.test(name))
}

function isSeen(element: CheckoutPageElement): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

export function shownPageErrors(): string[] {
  const alerts = page.deepAll('[role="alert"], [aria-live="assertive"]').filter(isSeen)
  const invalid = page.deepAll('[aria-invalid="true"]').filter(isSeen)
  const texts = [...alerts.map(({ textContent }) => textContent), ...invalid.map(textOfInvalid)]
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== ''))]
}

/** The error text of an invalid field, or else the field's label. */
function textOfInvalid(field: CheckoutPageElement): string {
  const ids = `${field.getAttribute('aria-errormessage') ?? ''} ${field.getAttribute('aria-describedby') ?? ''}`
  const messages = ids
    .split(/\s+/)
    .map((id) => (id === '' ? '' : (field.getRootNode().getElementById(id)?.textContent ?? '')))
  const text = messages.join(' ').trim()
  return text === '' ? page.textOf(field) : text
}

export const afterPaymentPageFunctions = {
  showing: pageAfterPayment,
  hasBankFields,
  isSeen,
  errorsShown: shownPageErrors,
  textOfInvalid,
}
