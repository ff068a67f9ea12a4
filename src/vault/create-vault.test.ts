import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assertPresent } from '../lib/assert.ts'
import { isBin, luhnDigit, mintCardNumber } from './card-number.ts'
import { ephemeralVault } from './create-vault.ts'
import { BrokenSealError } from './sealed-box.ts'

const now = Date.UTC(2026, 11, 31, 23, 59)
const card = { accountId: 'acct_1', cardId: 'card_1' }

describe('vault', () => {
  it('opens a minted card: number, CVV, last four digits, expiry four years out', () => {
    const vault = ephemeralVault()
    const minted = vault.mint({ ...card, now })
    const { pan, cvv } = vault.open(card, minted)
    expect(pan.reveal()).toMatch(/^400000[0-9]{10}$/)
    expect(pan.reveal().slice(-4)).toBe(minted.last4)
    expect(cvv?.reveal()).toMatch(/^[0-9]{3}$/)
    expect([minted.expMonth, minted.expYear]).toEqual(['12', '2030'])
  })

  it('finds a number by its keyed hash, and another vault does not', () => {
    const vault = ephemeralVault()
    const minted = vault.mint({ ...card, now })
    const pan = vault.open(card, minted).pan.reveal()
    expect(vault.numberHashes(pan)).toEqual([minted.numberHash])
    expect(ephemeralVault().numberHashes(pan)).not.toEqual([minted.numberHash])
  })

  it('refuses a value moved to another card, account or field', () => {
    const vault = ephemeralVault()
    const minted = vault.mint({ ...card, now })
    const swapped = { ...minted, sealedPan: assertPresent(minted.sealedCvv, 'a CVV'), sealedCvv: minted.sealedPan }
    expect(() => vault.open({ ...card, cardId: 'card_2' }, minted)).toThrow(BrokenSealError)
    expect(() => vault.open({ ...card, accountId: 'acct_2' }, minted)).toThrow(BrokenSealError)
    expect(() => vault.open(card, swapped)).toThrow(BrokenSealError)
    expect(() => vault.open(card, { ...minted, wrappedKey: vault.mint({ ...card, now }).wrappedKey })).toThrow(
      BrokenSealError,
    )
  })

  it('seals a number anew under another data key, with or without its CVV', () => {
    const vault = ephemeralVault()
    const minted = vault.mint({ ...card, now })
    const { pan, cvv } = vault.open(card, minted)
    const resealed = vault.reseal(card, minted)
    expect([resealed.wrappedKey, resealed.sealedPan]).not.toEqual([minted.wrappedKey, minted.sealedPan])
    expect(() => vault.open(card, { ...resealed, sealedPan: minted.sealedPan })).toThrow(BrokenSealError)
    expect(vault.open(card, resealed).pan.reveal()).toBe(pan.reveal())
    expect(vault.open(card, resealed).cvv?.reveal()).toBe(cvv?.reveal())
    const closed = vault.reseal(card, { ...minted, sealedCvv: null })
    expect([vault.open(card, closed).pan.reveal(), vault.open(card, closed).cvv]).toEqual([pan.reveal(), null])
  })

  it('binds other secrets to account, owner and field', () => {
    const vault = ephemeralVault()
    const context = { accountId: 'acct_1', ownerId: 'wh_1', field: 'webhook_secret' }
    const sealed = vault.seal(context, Buffer.from('whsec_'))
    expect(vault.unseal(context, sealed).toString()).toBe('whsec_')
    for (const other of [{ accountId: 'acct_2' }, { ownerId: 'wh_2' }, { field: 'reply' }]) {
      expect(() => vault.unseal({ ...context, ...other }, sealed)).toThrow(BrokenSealError)
    }
  })

  it('has a fingerprint for each list of texts: keyed, and told apart wherever one text ends', () => {
    const vault = ephemeralVault()
    const print = (...parts: string[]) => vault.fingerprint(...parts).toString('hex')
    expect(print('a', 'bc')).toBe(print('a', 'bc'))
    const lists = [['a', 'bc'], ['ab', 'c'], ['abc'], ['abc', ''], ['', 'abc'], ['1:a2:bc'], ['a', 'b', 'c']]
    expect(new Set(lists.map((parts) => print(...parts))).size).toBe(lists.length)
    expect(ephemeralVault().fingerprint('a').equals(vault.fingerprint('a'))).toBe(false)
    expect(print('4000001234567899')).not.toBe(hash('sha256', '16:4000001234567899'))
  })
})

describe('card numbers', () => {
  it.each([
    ['7992739871', '3'],
    ['411111111111111', '1'],
    ['400000000000000', '2'],
    ['37828224631000', '5'],
  ])('gives %s the check digit %s', (body, digit) => {
    expect(luhnDigit(body)).toBe(digit)
  })

  it.each([
    { bin: '400000', draw: 0, pan: '4000000000000002' },
    { bin: '400000', draw: 999_999_999, pan: '4000009999999991' },
    { bin: '41111111', draw: 1_111_111, pan: '4111111111111111' },
  ])('mints the whole range of the BIN $bin: $pan', ({ bin, draw, pan }) => {
    expect(mintCardNumber(bin, now, (max) => Math.min(draw, max - 1)).pan).toBe(pan)
  })

  it('draws account digits and CVV from their whole range', () => {
    const asked: number[] = []
    mintCardNumber('4000001', now, (max) => (asked.push(max), 7))
    expect(asked).toEqual([100_000_000, 1000])
  })

  it.each(['40000', '400000000', '40000a', ''])('refuses %j as a BIN', (bin) => {
    expect(isBin(bin)).toBe(false)
  })
})
