import { expect, it } from 'vitest'
import { createCourtesy } from './courtesy.ts'

it('lets deliveries begin as they like while the engine rests', () => {
  const courtesy = createCourtesy(() => false)
  courtesy.began(1000)
  expect(courtesy.left()).toBe(Number.POSITIVE_INFINITY)
})

it('lets one begin for sixteen decisions while it works, in handfuls', () => {
  const courtesy = createCourtesy(() => true)
  expect(courtesy.left()).toBe(0)
  courtesy.decided(255)
  expect(courtesy.left()).toBe(0)
  expect(courtesy.isOwing()).toBe(true)
  courtesy.decided(65)
  expect(courtesy.left()).toBe(20)
  courtesy.began(15)
  expect(courtesy.isOwing()).toBe(false)
  expect(courtesy.left()).toBe(0)
})

it('saves up no flood', () => {
  const courtesy = createCourtesy(() => true)
  for (let n = 0; n < 100; n += 1) courtesy.decided(256)
  expect(courtesy.left()).toBe(256)
})
