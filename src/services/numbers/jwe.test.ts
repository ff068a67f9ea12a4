import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSealedCardJwe } from '../../fill/sealed-card.ts'
import { isCardSealingKey, sealForPublicKey } from './jwe.ts'

const pairs = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  X25519: () => generateKeyPairSync('x25519'),
}

describe.each(Object.entries(pairs))('sealed for a key of %s', (_, newPair) => {
  const { publicKey, privateKey } = newPair()
  const seal = () =>
    sealForPublicKey(publicKey.export({ format: 'jwk' }), { header: { kid: 'fil_1' }, payload: '{"pan":"1"}' })

  it('is opened by its private half', async () => {
    const { header, payload } = await openSealedCardJwe(privateKey, await seal())
    expect(payload).toBe('{"pan":"1"}')
    expect(header).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'fil_1' })
    expect(header['epk']).not.toHaveProperty('d')
  })

  it('is opened by no other key', async () => {
    await expect(openSealedCardJwe(newPair().privateKey, await seal())).rejects.toThrow('decryption operation failed')
  })

  it('is opened no more after any byte was changed', async () => {
    const bytes = Buffer.from(await seal())
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = bytes[at] === 0x41 ? 0x42 : 0x41 // another letter of base64url
      if (lastOfPart(bytes, at)) continue // the lowest bits of the last character of a JWE's part may say nothing
      await expect(openSealedCardJwe(privateKey, changed.toString())).rejects.toThrow()
    }
  })

  const lastOfPart = (bytes: Buffer, at: number) => at === bytes.length - 1 || bytes[at + 1] === 0x2e

  it('never looks the same', async () => {
    const [first, second] = (await Promise.all([seal(), seal()])).map((sealed) => sealed.split('.'))
    for (const part of [0, 2, 3, 4]) expect(first?.[part]).not.toBe(second?.[part])
  })
})

it.each([
  ['a point that is not on the curve', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }],
  ['half a point', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43) }],
  ['a point that no secret comes of', { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }],
  ['a curve of another kind', { kty: 'OKP', crv: 'P-256', x: 'A'.repeat(43) }],
])('%s is no key', async (_, jwk) => {
  expect(await isCardSealingKey(jwk)).toBe(false)
})
