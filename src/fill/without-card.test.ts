import { expect, it } from 'vitest'
import { textWithoutCard } from './without-card.ts'

const card = { pan: '4000561234567899', exp: '09/30', cvv: '739' }

it.each([
  ['Paid with 4000561234567899.', 'Paid with [card number].'],
  ['4000 5612 3456 7899, 4000-5612-3456-7899', '[card number], [card number]'],
  ['/thanks?n=4000+5612+3456+7899', '/thanks?n=[card number]'],
  ['4000&nbsp;5612&nbsp;3456&nbsp;7899', '[card number]'],
  [
    '<i value="4000"><i value="5612"><i value="3456"><i value="7899">',
    '<i value="[digits]"><i value="[digits]"><i value="[digits]"><i value="7899">',
  ],
  ['{"cvc":"739","total":739.00,"order":17390}', '{"cvc":"[cvv]","total":739.00,"order":17390}'],
  ['Card ending 7899, order 3456', 'Card ending 7899, order 3456'],
])('%s', (text, without) => {
  expect(textWithoutCard(card, text)).toBe(without)
})
