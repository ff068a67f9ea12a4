import { describe, expect, it } from 'vitest'
import { placeholderForCard } from './card.ts'
import { containsCardPlaceholder, swapPlaceholderForCard } from './swap.ts'

const card = { pan: '4000001234567899', exp: '09/30', cvv: '123' }
const placeholder = { pan: '4111222233334444', exp: '09/30', cvv: '987' }
const typed = { placeholder, groups: [16] }
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

describe('the placeholder', () => {
  it.each([card.pan, '378282246310005', '30569309025904', '6304939304310009610'])(
    'has the first six and last four digits of %s, is another number, and new each time',
    (pan) => {
      const made = Array.from({ length: 50 }, () => placeholderForCard({ ...card, pan }))
      for (const each of made) {
        expect(each.pan).toMatch(/^[0-9]+$/)
        expect([each.pan.length, each.pan.slice(0, 6), each.pan.slice(-4), each.exp]).toEqual([
          pan.length,
          pan.slice(0, 6),
          pan.slice(-4),
          card.exp,
        ])
        expect(each.pan).not.toBe(pan)
        expect(each.cvv).not.toBe(card.cvv)
        const doubled = Array.from(each.pan)
          .toReversed()
          .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
        expect(doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10).toBe(0)
        expect(containsCardPlaceholder(`a=${each.pan}`, { placeholder: each, groups: [pan.length] })).toBe(true)
        expect(containsCardPlaceholder(`a=${pan}`, { placeholder: each, groups: [pan.length] })).toBe(false)
      }
      // A card number of 14 digits has only a thousand possible placeholders, so some of the 50 may be equal.
      expect(new Set(made.map((each) => each.pan)).size).toBeGreaterThan(30)
    },
  )

  it.each([
    ['Visa', '4000001234567899', /^4/],
    ['Mastercard', '2223003122003222', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
    ['Mastercard', '2720992222222222', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
    ['JCB', '3530111333300000', /^35(?:2[89]|[3-8])/],
    ['Diners', '30569309025904', /^3(?:0[0-5]|[68])/],
    ['Discover', '6011111111111117', /^6(?:011|5|4[4-9])/],
  ])('is a %s as %s is, by the check of a page', (_brand, pan, check) => {
    for (let index = 0; index < 200; index += 1) expect(placeholderForCard({ ...card, pan }).pan).toMatch(check)
  })
})

const section = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('the request that pays', () => {
  it.each([
    ['a form', FORM, `n=1&number=${placeholder.pan}&cvc=987&exp=09%2F30`, `n=1&number=${card.pan}&cvc=123&exp=09%2F30`],
    ['groups', FORM, 'cc=4111+2222+3333+4444&cvc=987&e=09/2030', 'cc=4000+0012+3456+7899&cvc=123&e=09/2030'],
    [
      'JSON, with numbers as they were',
      JSON_TYPE,
      `{"id":12345678901234567890,"card":{"number":"${placeholder.pan}","exp_month":9,"exp_year":"2030"},"cvc":987}`,
      `{"id":12345678901234567890,"card":{"number":"${card.pan}","exp_month":9,"exp_year":"2030"},"cvc":123}`,
    ],
    [
      'JSON as text',
      'text/plain;charset=UTF-8',
      `{"pan":"${placeholder.pan}","cvv":"987","e":"0930"}`,
      `{"pan":"${card.pan}","cvv":"123","e":"0930"}`,
    ],
    [
      'parts',
      'multipart/form-data; boundary=x',
      `${section('number', placeholder.pan)}${section('cvv', '987')}${section('exp', '9/30')}--x--\r\n`,
      `${section('number', card.pan)}${section('cvv', '123')}${section('exp', '9/30')}--x--\r\n`,
    ],
  ])('gets the card in %s', (_name, type, body, expected) => {
    expect(swapPlaceholderForCard(body, type, typed, card)).toEqual({ body: expected })
  })

  it('gets the card in four fields', () => {
    const groups = { placeholder, groups: [4, 4, 4, 4] }
    const body = (a: string, b: string, c: string, d: string, cvv: string) =>
      `num1=${a}&num2=${b}&num3=${c}&num4=${d}&cvv=${cvv}&mm=09&yy=30`
    const swapped = swapPlaceholderForCard(body('4111', '2222', '3333', '4444', '987'), FORM, groups, card)
    expect(swapped).toEqual({ body: body('4000', '0012', '3456', '7899', '123') })
  })

  it('gets the card in JSON inside of a form', () => {
    const json = (pan: string, cvv: string) =>
      encodeURIComponent(`{"n":1,"card":{"number":"${pan}","cvc":"${cvv}","exp":"09/30"}}`)
    const body = (pan: string, cvv: string) => `order=7&payload=${json(pan, cvv)}&items=%5B1%2C+2%5D`
    expect(swapPlaceholderForCard(body(placeholder.pan, '987'), FORM, typed, card)).toEqual({
      body: body(card.pan, '123'),
    })
  })

  it.each([
    [
      'a month that counts from 0',
      [
        { name: 'm', value: '8', is: 'month' },
        { name: 'y', value: '30', is: 'year' },
      ],
      'm=8&y=30',
    ],
    [
      'names that say nothing',
      [
        { name: 'a[ex1]', value: '09', is: 'month' },
        { name: 'a[q]', value: '30', is: 'year' },
      ],
      'a[ex1]=09&a[q]=30',
    ],
    ['one list', [{ name: 'e', value: 'sep-30', is: 'both' }], 'e=sep-30'],
    ['the year first', [], 'e=30/09'],
  ] as const)('knows the expiry by what was typed: %s', (_name, expiry, sent) => {
    const body = `number=${placeholder.pan}&cvc=987&${sent}`
    expect(swapPlaceholderForCard(body, FORM, { ...typed, expiry }, card)).toEqual({
      body: `number=${card.pan}&cvc=123&${sent}`,
    })
  })

  const rest = 'cvc=987&exp=09/30'
  it.each([
    ['no number', FORM, `number=4242424242424242&${rest}`, /card number once/],
    ['the number inside a longer value', FORM, `number=x${placeholder.pan}x&${rest}`, /card number once/],
    ['the number twice', FORM, `number=${placeholder.pan}&pan=${placeholder.pan}&${rest}`, /card number once/],
    ['the number under another name', FORM, `nickname=${placeholder.pan}&${rest}`, /under a name/],
    [
      'the number as a label of a card',
      JSON_TYPE,
      `{"card":{"nickname":"${placeholder.pan}"},"cvc":"987","exp":"09/30"}`,
      /under a name/,
    ],
    ['no CVV', FORM, `number=${placeholder.pan}&exp=09/30`, /CVV once/],
    ['the CVV under another name', FORM, `number=${placeholder.pan}&exp=09/30&quantity=987`, /CVV once/],
    ['no expiry', FORM, `number=${placeholder.pan}&cvc=987`, /expiry/],
    ['another expiry', FORM, `number=${placeholder.pan}&cvc=987&exp=10/30`, /expiry/],
    ['another type', 'application/octet-stream', placeholder.pan, /cannot be read/],
    ['text that is no JSON', JSON_TYPE, `{"number":"${placeholder.pan}"`, /cannot be read/],
  ])('is none with %s', (_name, type, body, lacking) => {
    expect(swapPlaceholderForCard(body, type, typed, card)).toEqual({
      lacking: expect.stringMatching(lacking) as string,
    })
  })
})

describe('a text that holds the placeholder', () => {
  it.each([
    placeholder.pan,
    'https://shop.example/?n=4111%202222%203333-4444',
    btoa(placeholder.pan),
    btoa(`{"n":"${placeholder.pan}"}`),
    'a=4111&b=2222&c=3333&d=4444',
  ])('%s', (text) => {
    expect(containsCardPlaceholder(text, typed)).toBe(true)
  })

  it.each(['4111222233334445', 'a=4111&b=2222&c=3333', btoa('4242424242424242'), '987'])('is not %s', (text) => {
    expect(containsCardPlaceholder(text, typed)).toBe(false)
  })
})
