import { expect, it } from 'vitest'
import { hashSecret, newSecret } from './key-secret.ts'

it('takes every character from the same number of bytes, and drops the bytes that would favour some', () => {
  const seen = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    // The byte, then forty of 0: where the byte is dropped, the secret begins with the character of 0.
    const secret = newSecret((bytes) => bytes.fill(0).fill(byte, 0, 1))
    const character = secret['sk_'.length] as string
    seen.set(character, (seen.get(character) ?? 0) + 1)
  }
  const dropped = 256 - 248
  expect(seen.size).toBe(62)
  expect([...seen].filter(([, count]) => count !== 4)).toEqual([['0', 4 + dropped]])
})

it('draws again where too many bytes were dropped', () => {
  let draws = 0
  const secret = newSecret((bytes) => {
    draws += 1
    bytes.fill(draws === 1 ? 255 : 61)
  })
  expect([secret, draws]).toEqual([`sk_${'z'.repeat(40)}`, 2])
})

it('is known by its SHA-256', () => {
  expect(hashSecret('sk_a').toString('hex')).toBe('ccd0cf7ee6a5ae2e5f08ec4b54d4d34a8a2e0ad9de9ff4b1ab1d3ac5bf2a4d3f')
})
