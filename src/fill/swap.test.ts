import { describe, expect, it } from 'vitest'
import { placeholderFor } from './card.ts'
import { swapped } from './swap.ts'

const card = { pan: '4000001234567899', exp: '09/30', cvv: '123' }
const from = { pan: '4111222233334444', exp: '09/30', cvv: '987' }
const FORM = 'application/x-www-form-urlencoded'

describe('the placeholder', () => {
  it('looks like a card number, is another one, and new each time', () => {
    const made = Array.from({ length: 50 }, () => placeholderFor(card))
    for (const { pan, cvv, exp } of made) {
      expect(pan).toMatch(/^4[0-9]{15}$/)
      expect(pan).not.toBe(card.pan)
      expect(cvv).not.toBe(card.cvv)
      expect(exp).toBe(card.exp)
      const doubled = Array.from(pan)
        .toReversed()
        .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
      expect(doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10).toBe(0)
    }
    expect(new Set(made.map(({ pan }) => pan)).size).toBe(50)
  })
})

describe('a body on its way out', () => {
  it.each([
    ['a form', FORM, `n=${from.pan}&c=987&e=09%2F30`, `n=${card.pan}&c=123&e=09%2F30`],
    ['a form in groups', FORM, 'n=4111+2222+3333+4444&c=987', 'n=4000+0012+3456+7899&c=123'],
    ['JSON', 'application/json', `{"a":{"n":"${from.pan}"},"c":"987"}`, `{"a":{"n":"${card.pan}"},"c":"123"}`],
    [
      'parts',
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n${from.pan}\r\n--x\r\n\r\n987\r\n--x--`,
      `--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n${card.pan}\r\n--x\r\n\r\n123\r\n--x--`,
    ],
  ])('gets the card in %s', (_name, type, body, expected) => {
    expect(swapped(body, type, from, card)).toBe(expected)
  })

  it.each([
    ['without the placeholder', FORM, 'n=4242424242424242&c=987'],
    ['with it inside a longer value', FORM, `n=x${from.pan}x`],
    ['with the CVV alone', FORM, 'quantity=987'],
    ['of another type', 'text/plain', from.pan],
    ['that is no JSON', 'application/json', `{"n":"${from.pan}"`],
  ])('%s stays as it is', (_name, type, body) => {
    expect(swapped(body, type, from, card)).toBeNull()
  })
})
