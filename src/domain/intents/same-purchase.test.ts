import { expect, it } from 'vitest'
import { merchantWhereabouts } from '../merchant-match/merchant-match.ts'
import { type ComparedPurchase, type EarlierPurchase, isSamePurchase } from './same-purchase.ts'

const chair = [{ description: 'Chair', quantity: 1, amount: 4200 }]
const lamp = [{ description: 'Lamp', quantity: 1, amount: 4200 }]

const chairs: EarlierPurchase = {
  cardId: 'card_1',
  merchant: 'Strand Books',
  amount: 4200,
  currency: 'USD',
  items: chair,
  origin: 'https://strand.example',
  merchantOrderId: 'A-17',
  reference: 'chairs',
  purpose: 'Two office chairs',
  isForPerson: true,
}
const bare = { items: null, origin: null, merchantOrderId: null, reference: null }
const check: ComparedPurchase = {
  cardId: 'card_1',
  merchant: 'STRAND BOOKS',
  where: merchantWhereabouts({}),
  amount: 4200,
  currency: 'USD',
}
const again: ComparedPurchase = { ...check, ...chairs, where: check.where }

it.each<[string, boolean, Partial<EarlierPurchase>, ComparedPurchase]>([
  ['the same declaration', true, {}, again],
  ['a question that says no more than shop and amount', true, {}, check],
  ['another card', false, {}, { ...check, cardId: 'card_2' }],
  ['another shop', false, {}, { ...check, merchant: "Powell's Books" }],
  ['another name of the same shop', true, {}, { ...check, merchant: 'SQ *STRAND BOOKS' }],
  ['a cent more', false, {}, { ...check, amount: 4201 }],
  ['another currency', false, {}, { ...check, currency: 'EUR' }],
  ['other items', false, {}, { ...again, items: lamp }],
  ['items where there were none', false, { items: null }, again],
  ['no items where there were some', false, {}, { ...again, items: null }],
  ['another origin', false, {}, { ...again, origin: 'https://www.strand.example' }],
  ['an origin where there was none', false, { origin: null }, { ...check, origin: 'https://strand.example' }],
  ['the same origin, and nothing else said', true, {}, { ...check, origin: 'https://strand.example' }],
  ['another order number', false, {}, { ...again, merchantOrderId: 'A-18' }],
  ['another reference', false, {}, { ...again, reference: 'lamp-order' }],
  ['another reference, and nothing else said', false, {}, { ...check, reference: 'lamp-order' }],
  ['a reference where there was none', true, { reference: null }, again],
  ['no reference where there was one', true, {}, { ...again, reference: null }],
  ['neither names anything', true, bare, { ...again, ...bare }],
  ['another purpose of what a person decides', false, {}, { ...again, purpose: 'A lamp' }],
  ['another purpose of what nobody decides', true, { isForPerson: false }, { ...again, purpose: 'A lamp' }],
])('%s', (_case, expected, earlier, purchase) => {
  expect(isSamePurchase({ ...chairs, ...earlier }, purchase)).toBe(expected)
})
