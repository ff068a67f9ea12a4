import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { ByteWindowFilter } from './byte-windows.ts'

/** Bytes for the filter: the same at every run, and without repetitions. */
const bytes = (length: number, name: string) => createHash('shake256', { outputLength: length }).update(name).digest()
const parts = Array.from({ length: 20 }, (_, n) => bytes(5000, `part ${n}`))
const others = Array.from({ length: 20_000 }, (_, n) => bytes(16, `other ${n}`))
const windows = ByteWindowFilter.over(parts)

it('a filter knows every text of sixteen bytes that stands there', () => {
  for (const part of parts) {
    for (let at = 0; at <= part.length - 16; at += 7) expect(windows.mayHold(part.subarray(at, at + 16))).toBe(true)
  }
})

it('a filter takes hardly any other for one', () => {
  expect(others.filter((other) => windows.mayHold(other)).length).toBeLessThan(2000)
})

it('a filter knows the same over its memory, as another thread does', () => {
  const shared = new ByteWindowFilter(windows.memory)
  const texts = [...parts.map((part) => part.subarray(0, 16)), ...others]
  expect(texts.map((text) => shared.mayHold(text))).toEqual(texts.map((text) => windows.mayHold(text)))
})

it('a filter does not answer for less', () => {
  expect(() => windows.mayHold(Buffer.alloc(15))).toThrow(RangeError)
})
