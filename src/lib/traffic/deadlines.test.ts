import { expect, it } from 'vitest'
import { deadlines } from './deadlines.ts'

it('whoever waits for somebody waits at least as long as that one', () => {
  const { batchLock, command, batch, answer } = deadlines
  const inOrder: readonly number[] = Object.values(deadlines)
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect(batchLock + command).toBeLessThan(batch)
  expect(answer).toBeLessThan(2000)
})
