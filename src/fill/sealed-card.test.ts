import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sealForPublicKey } from '../services/numbers/jwe.ts'
import { openSealedCard } from './sealed-card.ts'

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
  sealForPublicKey(publicKey.export({ format: 'jwk' }), { header, payload: JSON.stringify({ ...told, ...own }) })
const headerOf = (sealed: string) =>
  JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString()) as object
/** The sealed text with another protected header, as somebody could change it on the way. */
const withHeader = (sealed: string, header: object) =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...sealed.split('.').slice(1)].join('.')

it('is the card that was asked for', async () => {
  expect(await openSealedCard(await seal(), wanted)).toEqual(card)
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
  ])('%s', async (_name, own, message) => {
    await expect(openSealedCard(await seal(own), wanted)).rejects.toThrow(message)
  })

  it.each([
    ['another filler', seal({}, { kid: 'fil_2' }), privateKey],
    ['another key', seal(), generateKeyPairSync('x25519').privateKey],
    ['another algorithm', seal({}, { kid: 'fil_1', enc: 'A128GCM' }), privateKey],
    [
      'a header that has to be understood',
      seal().then((one) => withHeader(one, { ...headerOf(one), crit: ['b64'] })),
      privateKey,
    ],
    ['a text that was compressed', seal({}, { kid: 'fil_1', zip: 'DEF' }), privateKey],
    ['a text that is none of it', Promise.resolve('never sealed'), privateKey],
  ])('%s', async (_name, sealed, key) => {
    const opened = openSealedCard(await sealed, { ...wanted, key: { file: '/key.json', privateKey: key } })
    await expect(opened).rejects.toThrow('cannot be opened with the key in /key.json')
  })
})

it('no complaint repeats the card', async () => {
  for (const own of [{ cardId: 'card_2' }, { intentId: 'int_2' }, { expectedOrigin: '' }, { expiresAt: '' }]) {
    let said = ''
    try {
      await openSealedCard(await seal(own), wanted)
    } catch (error) {
      said = String(error)
    }
    expect(said).toContain('Error')
    for (const secret of Object.values(card)) expect(said).not.toContain(secret)
  }
})
