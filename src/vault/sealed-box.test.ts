import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sealContextBytes, openSealedValue, BrokenSealError, sealValue } from './sealed-box.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array))
const key = createSecretKey(randomBytes(32))

/** The AES-256 cases of McGrew and Viega, "The Galois/Counter Mode of Operation", in our form: version, nonce, text, tag. */
const knownAnswers = [
  {
    name: 'case 13: nothing sealed',
    key: '0'.repeat(64),
    sealed: `01${'0'.repeat(24)}530f8afbc74536b9a963b4f1c4cb738b`,
    data: '',
    plain: '',
  },
  {
    name: 'case 14: one block of zeros',
    key: '0'.repeat(64),
    sealed: `01${'0'.repeat(24)}cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919`,
    data: '',
    plain: '0'.repeat(32),
  },
  {
    name: 'case 16: with additional data',
    key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
    sealed:
      '01cafebabefacedbaddecaf888' +
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662' +
      '76fc6ece0f4e1768cddf8853bb2d551b',
    data: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    plain:
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
  },
]

describe('sealed box', () => {
  it.each(knownAnswers)('opens the published vector, $name', (vector) => {
    const opened = openSealedValue(createSecretKey(hex(vector.key)), hex(vector.data), hex(vector.sealed))
    expect(opened.toString('hex')).toBe(vector.plain)
  })

  it('opens what it sealed, and seals the same text differently each time', () => {
    fc.assert(
      fc.property(bytes, bytes, (plain, data) => {
        const sealed = sealValue(key, data, plain)
        expect(openSealedValue(key, data, sealed)).toEqual(plain)
        expect(sealValue(key, data, plain)).not.toEqual(sealed)
      }),
    )
  })

  it('refuses after any change of one bit, in the value, the additional data or the key', () => {
    const secret = randomBytes(32)
    fc.assert(
      fc.property(bytes, bytes, fc.nat(), (plain, data, at) => {
        const inputs = [sealValue(createSecretKey(secret), data, plain), data, secret]
        for (const [index, input] of inputs.entries()) {
          if (input.length === 0) continue
          const [sealed, boundTo, keyBytes] = inputs.with(index, flipBit(input, at % (input.length * 8)))
          expect(() => openSealedValue(createSecretKey(keyBytes!), boundTo!, sealed!)).toThrow(BrokenSealError)
        }
      }),
    )
  })

  it('refuses every shorter form', () => {
    const data = Buffer.from('row')
    const sealed = sealValue(key, data, Buffer.from('4000001234567899'))
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openSealedValue(key, data, sealed.subarray(0, length))).toThrow(BrokenSealError)
    }
  })

  it('gives other bytes for every other list of parts', () => {
    const parts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b)
        expect(sealContextBytes(...a).equals(sealContextBytes(...b))).toBe(same)
      }),
    )
    expect(sealContextBytes('a', 'bc')).not.toEqual(sealContextBytes('ab', 'c'))
  })
})

function flipBit(bytesBefore: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytesBefore)
  changed[bit >> 3]! ^= 1 << (bit & 7)
  return changed
}
