import { expect, it } from 'vitest'
import { hashApiKeySecret, newApiKeySecret } from './key-secret.ts'

it('a secret takes every character from the same number of bytes, and drops the bytes that would favour some', () => {
  const seen = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    // The random source gives `byte` and then only zeros. Where `byte` is dropped, the secret begins with the character for 0.
    const secret = newApiKeySecret((bytes) => bytes.fill(0).fill(byte, 0, 1))
    const character = secret['sk_'.length] as string
    seen.set(character, (seen.get(character) ?? 0) + 1)
  }
  const dropped = 256 - 248
  expect(seen.size).toBe(62)
  expect([...seen].filter(([, count]) => count !== 4)).toEqual([['0', 4 + dropped]])
})

it('a secret is drawn again where too many bytes were dropped', () => {
  let draws = 0
  const secret = newApiKeySecret((bytes) => {
    draws += 1
    bytes.fill(draws === 1 ? 255 : 61)
  })
  expect([secret, draws]).toEqual([`sk_${'z'.repeat(40)}`, 2])
})

it('a secret is known by its SHA-256', () => {
  expect(hashApiKeySecret('sk_a').toString('hex')).toBe(
    '4cdaf970137f67ee659f7f37a7f1deb1ed099c16ca0718aff7d961fcea0ca704',
  )
})
