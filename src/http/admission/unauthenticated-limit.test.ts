import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ipNetworkOf } from '../../lib/network/ip-network-of.ts'
import { createUnauthenticatedRequestLimit } from './unauthenticated-limit.ts'

let now: number
beforeEach(() => {
  now = 5000
})
afterEach(() => vi.useRealTimers())

const of = (requestsPerMinute: number) => createUnauthenticatedRequestLimit(requestsPerMinute, () => now)
const passes = (unauthenticated: ReturnType<typeof of>, address: string, requests?: number) => {
  const refused = unauthenticated.take(address, requests)
  refused?.catch(() => undefined)
  return refused === undefined
}
const passed = (unauthenticated: ReturnType<typeof of>, address: string, times: number) =>
  Array.from({ length: times }, () => passes(unauthenticated, address)).filter(Boolean).length

it('an address asks as often as it may, at once or one by one, and each request comes back in its time', () => {
  const unauthenticated = of(60)
  expect(passed(unauthenticated, '192.0.2.1', 100)).toBe(60)
  now += 999
  expect(passes(unauthenticated, '192.0.2.1')).toBe(false)
  now += 1
  expect(passed(unauthenticated, '192.0.2.1', 5)).toBe(1)
  now += 30_000
  expect(passed(unauthenticated, '192.0.2.1', 100)).toBe(30)
  now += 3_600_000
  expect(passed(unauthenticated, '192.0.2.1', 100)).toBe(60)
})

it('nobody is refused for another address, and a valid key gives its request back', () => {
  const unauthenticated = of(2)
  expect(passed(unauthenticated, '192.0.2.1', 5)).toBe(2)
  expect(passed(unauthenticated, '192.0.2.2', 1)).toBe(1)
  unauthenticated.giveBack('192.0.2.2')
  expect(passed(unauthenticated, '192.0.2.2', 5)).toBe(2)
})

it('what costs more takes more, and at most all there is', () => {
  const unauthenticated = of(10)
  expect(passes(unauthenticated, '192.0.2.1', 8)).toBe(true)
  expect(passes(unauthenticated, '192.0.2.1', 3)).toBe(false)
  expect(passed(unauthenticated, '192.0.2.1', 5)).toBe(2)
  expect(passes(unauthenticated, '192.0.2.2', 50)).toBe(true)
})

it('the refusal comes a second later, and says when to ask again', async () => {
  vi.useFakeTimers()
  const unauthenticated = of(2)
  passed(unauthenticated, '192.0.2.1', 2)
  const refused = unauthenticated.take('192.0.2.1')
  let isOver = false
  const rejected = expect(refused?.finally(() => (isOver = true))).rejects.toMatchObject({
    code: 'rate_limited',
    extras: { retryAfterSeconds: 30 },
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await rejected
})

it('however many addresses ask, little is kept of them', () => {
  const unauthenticated = of(1)
  for (let n = 0; n < 30_000; n += 1)
    expect(passes(unauthenticated, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)).toBe(true)
  expect(passes(unauthenticated, '10.0.117.47')).toBe(false)
})

it('an address that goes on asking is refused however many others ask', () => {
  const unauthenticated = of(1)
  expect(passes(unauthenticated, '192.0.2.1')).toBe(true)
  for (let n = 0; n < 30_000; n += 1) {
    passes(unauthenticated, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    if (n % 1000 === 0) expect(passes(unauthenticated, '192.0.2.1')).toBe(false)
  }
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['1::3:4:5:6:7:8', '1:0:3:4'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
  ])('%s: %s', (address, network) => expect(ipNetworkOf(address)).toBe(network))
})
