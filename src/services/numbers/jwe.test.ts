import { createPublicKey, createPrivateKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSealed } from '../../fill/open-sealed.ts'
import { concatKdf } from '../../lib/concat-kdf.ts'
import { publicKeyOf, sealFor } from './jwe.ts'

const pairs = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  X25519: () => generateKeyPairSync('x25519'),
}

it('agrees on the key of RFC 7518, appendix C', () => {
  const alice = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0',
      y: 'SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps',
      d: '0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo',
    },
  })
  const bob = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
      y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
    },
  })
  const secret = diffieHellman({ privateKey: alice, publicKey: bob })
  const key = concatKdf(secret, { algorithm: 'A128GCM', bits: 128, apu: 'Alice', apv: 'Bob' })
  expect(key.toString('base64url')).toBe('VqqN6vgjbSBcIijNcacQGg')
})

describe.each(Object.entries(pairs))('sealed for a key of %s', (_, newPair) => {
  const { publicKey, privateKey } = newPair()
  const seal = () => sealFor(publicKey, { header: { kid: 'fil_1' }, payload: '{"pan":"1"}' })

  it('is opened by its private half', () => {
    const { header, payload } = openSealed(privateKey, seal())
    expect(payload).toBe('{"pan":"1"}')
    expect(header).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'fil_1' })
    expect(header['epk']).not.toHaveProperty('d')
  })

  it('is opened by no other key', () => {
    expect(() => openSealed(newPair().privateKey, seal())).toThrow(/unable to authenticate/i)
  })

  it('is opened no more after any byte was changed', () => {
    const bytes = Buffer.from(seal())
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = bytes[at] === 0x41 ? 0x42 : 0x41 // another letter of base64url
      if (lastOfPart(bytes, at)) continue // its lowest bits may say nothing
      expect(() => openSealed(privateKey, changed.toString())).toThrow()
    }
  })

  const lastOfPart = (bytes: Buffer, at: number) => at === bytes.length - 1 || bytes[at + 1] === 0x2e

  it('never looks the same', () => {
    const [first, second] = [seal(), seal()].map((sealed) => sealed.split('.'))
    for (const part of [0, 2, 3, 4]) expect(first?.[part]).not.toBe(second?.[part])
  })
})

it.each([
  ['a point that is not on the curve', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }],
  ['half a point', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43) }],
  ['a point that no secret comes of', { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }],
  ['a curve of another kind', { kty: 'OKP', crv: 'P-256', x: 'A'.repeat(43) }],
])('%s is no key', (_, jwk) => {
  expect(publicKeyOf(jwk)).toBeUndefined()
})
