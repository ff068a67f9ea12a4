import { expect, it } from 'vitest'
import { createDeliveryThrottle } from './delivery-throttle.ts'

const busy = () => {
  let ms = 0
  const throttle = createDeliveryThrottle(
    () => true,
    () => ms,
  )
  return { throttle, pass: (more: number) => (ms += more) }
}

it('the throttle lets deliveries begin as they like while the engine rests', () => {
  const throttle = createDeliveryThrottle(() => false)
  throttle.claimed({ waitedMs: 0 })
  expect(throttle.left()).toBe(Number.POSITIVE_INFINITY)
})

it('the throttle lets a handful begin every 50 ms while it works', () => {
  const { throttle, pass } = busy()
  expect(throttle.left()).toBe(64)
  throttle.claimed({ waitedMs: 20 })
  expect([throttle.left(), throttle.waitMs()]).toEqual([0, 50])
  pass(30)
  expect([throttle.left(), throttle.waitMs()]).toEqual([0, 20])
  pass(20)
  expect([throttle.left(), throttle.waitMs()]).toEqual([64, 0])
})

it('the throttle puts nothing off that has waited a second, until no such delivery is left', () => {
  const { throttle } = busy()
  throttle.claimed({ waitedMs: 999 })
  expect(throttle.left()).toBe(0)
  throttle.claimed({ waitedMs: 1000 })
  expect(throttle.left()).toBe(Number.POSITIVE_INFINITY)
  throttle.claimed({ waitedMs: 0 })
  expect(throttle.left()).toBe(0)
})
