import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { ByteWindows } from './byte-windows.ts'

const parts = Array.from({ length: 20 }, () => randomBytes(5000))
const windows = ByteWindows.over(parts)

it('knows every text of sixteen bytes that stands there', () => {
  for (const part of parts) {
    for (let at = 0; at <= part.length - 16; at += 7) expect(windows.mayHold(part.subarray(at, at + 16))).toBe(true)
  }
})

it('takes hardly any other for one', () => {
  const others = Array.from({ length: 20_000 }, () => randomBytes(16))
  expect(others.filter((other) => windows.mayHold(other)).length).toBeLessThan(2000)
})

it('knows the same over its memory, as another thread does', () => {
  const [part] = parts
  const shared = new ByteWindows(windows.memory)
  expect([shared.mayHold(part?.subarray(0, 16) ?? Buffer.alloc(0)), shared.mayHold(Buffer.alloc(16, 'x'))]).toEqual([
    true,
    false,
  ])
})

it('does not answer for less', () => {
  expect(() => windows.mayHold(Buffer.alloc(15))).toThrow(RangeError)
})
