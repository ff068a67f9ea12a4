import { expect, it } from 'vitest'
import { deadlines } from './deadlines.ts'

it('whoever waits for somebody waits at least as long as that one', () => {
  const { blockedLock, batchLock, queue, command, lock, batch, idempotency, answer, connection, statement } = deadlines
  const inOrder = [blockedLock, batchLock, queue, command, lock, batch, idempotency, answer, connection, statement]
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect(batchLock + command).toBeLessThan(batch)
  expect(answer).toBeLessThan(2000)
})
