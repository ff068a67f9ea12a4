import { expect, it } from 'vitest'
import { createDeliveryThrottle } from './delivery-throttle.ts'

it('the throttle lets deliveries begin as they like while the engine rests', () => {
  const throttle = createDeliveryThrottle(() => false)
  throttle.began(1000)
  expect(throttle.left()).toBe(Number.POSITIVE_INFINITY)
})

it('the throttle lets one begin for sixteen decisions while it works, in handfuls', () => {
  const throttle = createDeliveryThrottle(() => true)
  expect(throttle.left()).toBe(0)
  throttle.decided(255)
  expect(throttle.left()).toBe(0)
  expect(throttle.hasTurnedAway()).toBe(true)
  throttle.decided(65)
  expect(throttle.left()).toBe(20)
  throttle.began(15)
  expect(throttle.hasTurnedAway()).toBe(false)
  expect(throttle.left()).toBe(0)
})

it('the throttle saves up no flood', () => {
  const throttle = createDeliveryThrottle(() => true)
  for (let n = 0; n < 100; n += 1) throttle.decided(256)
  expect(throttle.left()).toBe(256)
})
