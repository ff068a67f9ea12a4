import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sealFor } from '../services/numbers/jwe.ts'
import { cardOfSealed } from './sealed-card.ts'

const { privateKey, publicKey } = generateKeyPairSync('x25519')
const card = { pan: '4000001234567899', exp: '09/30', cvv: '739' }
const expiresAt = '2026-01-31T12:10:00.000Z'
const told = { ...card, cardId: 'card_1', intentId: 'int_1', expectedOrigin: 'https://shop.example', expiresAt }
const wanted = {
  key: { file: '/key.json', privateKey },
  fillerId: 'fil_1',
  cardId: 'card_1',
  intentId: 'int_1',
  origin: 'https://shop.example',
  now: Date.parse(expiresAt) - 1,
}
const seal = (own: object = {}, header: object = { kid: 'fil_1' }) =>
  sealFor(createPublicKey(publicKey.export({ format: 'pem', type: 'spki' })), {
    header,
    payload: JSON.stringify({ ...told, ...own }),
  })

it('is the card that was asked for', () => {
  expect(cardOfSealed(seal(), wanted)).toEqual(card)
})

describe('what was sealed for something else is not taken', () => {
  it.each([
    ['another card', { cardId: 'card_2' }, /another card/],
    ['another purchase', { intentId: 'int_2' }, /another purchase/],
    ['no purchase', { intentId: undefined }, /another purchase/],
    ['another origin', { expectedOrigin: 'https://shop.example.evil.example' }, /another origin/],
    ['no origin', { expectedOrigin: undefined }, /another origin/],
    ['a time that is over', { expiresAt: new Date(wanted.now).toISOString() }, /time .* over/],
    ['no time', { expiresAt: undefined }, /time .* over/],
  ])('%s', (_name, own, message) => {
    expect(() => cardOfSealed(seal(own), wanted)).toThrow(message)
  })

  it.each([
    ['another filler', seal({}, { kid: 'fil_2' }), privateKey],
    ['another key', seal(), generateKeyPairSync('x25519').privateKey],
    ['another algorithm', seal({}, { kid: 'fil_1', enc: 'A128GCM' }), privateKey],
    ['a header that has to be understood', seal({}, { kid: 'fil_1', crit: ['b64'] }), privateKey],
    ['a text that is none of it', 'never sealed', privateKey],
  ])('%s', (_name, sealed, key) => {
    const open = () => cardOfSealed(sealed, { ...wanted, key: { file: '/key.json', privateKey: key } })
    expect(open).toThrow('cannot be opened with the key in /key.json')
  })
})

it('no complaint repeats the card', () => {
  for (const own of [{ cardId: 'card_2' }, { intentId: 'int_2' }, { expectedOrigin: '' }, { expiresAt: '' }]) {
    let said = ''
    try {
      cardOfSealed(seal(own), wanted)
    } catch (error) {
      said = String(error)
    }
    expect(said).toContain('Error')
    for (const secret of Object.values(card)) expect(said).not.toContain(secret)
  }
})
