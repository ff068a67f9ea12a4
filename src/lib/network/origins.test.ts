import { describe, expect, it } from 'vitest'
import { isListedOrigin, isLocalOrigin, parseOrigin, originPatternOf } from './origins.ts'

describe('an origin', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://Shop.Example:8443', 'https://shop.example:8443'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://shop.example', null],
    ['https://shop.example/', null],
    ['https://shop.example/pay', null],
    ['https://ada@shop.example', null],
    ['https://*.shop.example', null],
    ['ftp://shop.example', null],
    ['shop.example', null],
  ])('%s is %s', (text, origin) => {
    expect(parseOrigin(text)).toBe(origin)
  })

  it.each([
    'http://localhost:3000',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.1.2.3',
    'https://192.168.0.1:8443',
    'https://[fd00::1]',
    'https://169.254.169.254',
    'https://intranet',
    'https://shop.internal',
    'https://0x7f000001'.replace('0x7f000001', '127.0.0.1'),
  ])('%s is local', (origin) => {
    expect(isLocalOrigin(origin)).toBe(true)
  })

  it.each(['https://shop.example', 'https://93.184.215.14', 'https://*.shop.example'])('%s is not local', (origin) => {
    expect(isLocalOrigin(origin)).toBe(false)
  })
})

describe('a pattern', () => {
  it.each([
    ['https://*.Shop.example', 'https://*.shop.example'],
    ['https://*.shop.example:8443', 'https://*.shop.example:8443'],
    ['https://*.example', null],
    ['https://*.*.shop.example', null],
    ['https://a.*.example', null],
    ['http://*.shop.example', null],
    ['https://*.10.0.0.1', null],
    ['https://*', null],
  ])('%s is %s', (text, pattern) => {
    expect(originPatternOf(text)).toBe(pattern)
  })

  it.each([
    ['https://pay.shop.example', true],
    ['https://shop.example', false],
    ['https://a.pay.shop.example', false],
    ['https://evilshop.example', false],
    ['https://pay.shop.example:8443', false],
    ['https://pay.shop.example.evil.example', false],
  ])('https://*.shop.example and %s: %s', (origin, is) => {
    expect(isListedOrigin(['https://other.example', 'https://*.shop.example'], origin)).toBe(is)
  })

  it('without a star is one origin alone', () => {
    expect(isListedOrigin(['https://shop.example'], 'https://shop.example')).toBe(true)
    expect(isListedOrigin(['https://shop.example'], 'https://shop.example:8443')).toBe(false)
    expect(isListedOrigin([], 'https://shop.example')).toBe(false)
  })
})
