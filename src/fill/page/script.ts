import { buttonMeaning } from '../words/button-meaning.ts'
import { buttonWords, checkoutButtonLanguages } from '../words/button-words.ts'
import { cardWords } from '../words/card-words.ts'
import { checkoutPageWords } from '../words/page-words.ts'
import { plainText } from '../words/plain-text.ts'
import { afterPaymentPageFunctions } from './after.ts'
import { cardFieldFunctions } from './card-fields.ts'
import { checkoutFunctions } from './checkout.ts'
import { domFunctions, type CheckoutPageElement } from './dom.ts'
import { cardExpiryPageFunctions } from './expiry.ts'
import { framedCheckoutFunctions } from './framed.ts'
import { paymentFaultFunctions } from './payment-faults.ts'
import { payButtonFunctions } from './pay-button.ts'
import { buttonPressPageFunctions } from './pressing.ts'
import { pageTotalFunctions } from './totals.ts'
import { cardTypingPageFunctions } from './typing.ts'

/** The functions that run in shops' pages, with the functions that they use. */
const functions = {
  plainText,
  buttonMeaning,
  ...domFunctions,
  ...cardFieldFunctions,
  ...cardExpiryPageFunctions,
  ...cardTypingPageFunctions,
  ...payButtonFunctions,
  ...pageTotalFunctions,
  ...paymentFaultFunctions,
  ...buttonPressPageFunctions,
  ...checkoutFunctions,
  ...framedCheckoutFunctions,
  ...afterPaymentPageFunctions,
}
const words = { card: cardWords, button: buttonWords, page: checkoutPageWords, languages: checkoutButtonLanguages }
// A bundler may give functions other names, and does so in their text, too.
const names = Object.entries(functions).map(([name, each]) => `${name}: ${each.name}`)
const script = [
  `const words = ${JSON.stringify(words)}`,
  ...Object.values(functions).map(String),
  `const page = { ${names.join(', ')} }`,
].join('\n')

/** The JavaScript text that calls one of the functions for pages, to be evaluated by a page. */
export const pageScriptCalling = <Given extends readonly unknown[]>(
  called: (...given: Given) => unknown,
  ...given: Given
): string => `(() => { ${script}\n return ${called.name}(${given.map((each) => JSON.stringify(each)).join(', ')}) })()`

/** The JavaScript text of a function whose `this` is an element, which passes the element to one of the functions for pages. */
export const elementScriptCalling = (called: (element: CheckoutPageElement, ...given: never[]) => unknown): string =>
  `function (...given) { ${script}\n return ${called.name}(this, ...given) }`
