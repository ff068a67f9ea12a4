import { buttonMeaning } from '../words/button-meaning.ts'
import { buttonWords, buttonLanguages } from '../words/button-words.ts'
import { cardWords } from '../words/card-words.ts'
import { pageWords } from '../words/page-words.ts'
import { plainText } from '../words/plain-text.ts'
import { afterPaymentFunctions } from './after.ts'
import { cardFieldFunctions } from './card-fields.ts'
import { checkoutFunctions } from './checkout.ts'
import { domFunctions, type PageField } from './dom.ts'
import { expiryFunctions } from './expiry.ts'
import { framedFunctions } from './framed.ts'
import { inTheWayFunctions } from './payment-faults.ts'
import { payButtonFunctions } from './pay-button.ts'
import { pressingFunctions } from './pressing.ts'
import { totalFunctions } from './totals.ts'
import { typingFunctions } from './typing.ts'

/** The functions that run in shops' pages, with the functions that they use. */
const functions = {
  plainText,
  buttonMeaning,
  ...domFunctions,
  ...cardFieldFunctions,
  ...expiryFunctions,
  ...typingFunctions,
  ...payButtonFunctions,
  ...totalFunctions,
  ...inTheWayFunctions,
  ...pressingFunctions,
  ...checkoutFunctions,
  ...framedFunctions,
  ...afterPaymentFunctions,
}
const words = { card: cardWords, button: buttonWords, page: pageWords, languages: buttonLanguages }
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
export const elementScriptCalling = (called: (element: PageField, ...given: never[]) => unknown): string =>
  `function (...given) { ${script}\n return ${called.name}(this, ...given) }`
