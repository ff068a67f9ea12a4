import { expect, it } from 'vitest'
import { answerStepDeadlinesMs } from './deadlines.ts'

it('whoever waits for somebody waits at least as long as that one', () => {
  const { batchLock, command, batch, answer } = answerStepDeadlinesMs
  const inOrder: readonly number[] = Object.values(answerStepDeadlinesMs)
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect(batchLock + command).toBeLessThan(batch)
  expect(answer).toBeLessThan(2000)
})
