import { describe, expect, it } from 'vitest'
import { isIpRange, isWithinIpRanges } from './networks.ts'

describe('isNetwork', () => {
  it.each(['10.0.0.0/8', '203.0.113.7/32', '0.0.0.0/0', '2001:db8::/32', '::1/128', '::/0'])('%s is one', (text) => {
    expect(isIpRange(text)).toBe(true)
  })

  it.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0/8',
    '010.0.0.1/8',
    '2001:db8::/129',
    'example.com/8',
    '1.2.3.4/',
    '/8',
    '',
  ])('%j is none', (text) => {
    expect(isIpRange(text)).toBe(false)
  })
})

describe('within', () => {
  it.each<[address: string | undefined, networks: string[], expected: boolean]>([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['203.0.113.7', ['10.0.0.0/8', '203.0.113.7/32'], true],
    ['203.0.113.8', ['10.0.0.0/8', '203.0.113.7/32'], false],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['10.1.2.3', ['::/0'], false],
    ['10.1.2.3', [], false],
    ['', ['0.0.0.0/0'], false],
    [undefined, ['0.0.0.0/0', '::/0'], false],
  ])('%s in %j: %s', (address, networks, expected) => {
    expect(isWithinIpRanges(networks)(address)).toBe(expected)
  })
})
