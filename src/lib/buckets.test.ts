import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CUSTOMER_BUCKETS, bucketCharacters, bucketOfId, bucketOfText } from './buckets.ts'

it('an id has one of 64 buckets, which two characters can name', () => {
  expect(new Set(CUSTOMER_BUCKETS).size).toBe(64)
  expect(Math.max(...CUSTOMER_BUCKETS)).toBeLessThan(1024)
  for (const bucket of CUSTOMER_BUCKETS) expect(bucketOfId(`cust_${bucketCharacters(bucket)}`)).toBe(bucket)
})

it('a bucket is found in every text that is taken for an id', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const bucket = bucketOfId(text)
      expect(Number.isInteger(bucket) && bucket >= 0 && bucket < 1024).toBe(true)
    }),
  )
})

it('texts are spread over all buckets, each always into the same one', () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `text ${index}`)
  const found = texts.map(bucketOfText)
  expect(texts.map(bucketOfText)).toEqual(found)
  expect(new Set(found)).toEqual(new Set(CUSTOMER_BUCKETS))
})
