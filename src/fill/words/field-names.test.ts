import { expect, it } from 'vitest'
import { isCardNumberFieldName } from './field-names.ts'

it.each(
  'number cardNumber card_number cc-number ccnum cc_no creditCardNumber pan cc cc1 num2 kartennummer numero_tarjeta card-number-input accountcardnumber'.split(
    ' ',
  ),
)('%s is a name of card numbers', (name) => {
  expect(isCardNumberFieldName(name)).toBe(true)
})

it.each(
  'nickname phone_number account_number houseNumber street card_label cardholder note comment q iban company'.split(
    ' ',
  ),
)('%s is none', (name) => {
  expect(isCardNumberFieldName(name)).toBe(false)
})
