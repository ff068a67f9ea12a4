import { expect, it } from 'vitest'
import { emptySpend, recordApproval } from '../domain/spend-windows.ts'
import { splitEntries } from './authorization-batch/histories.ts'
import { noHistory } from './spend-state.ts'

it('a level has no history until its entries fold', () => {
  let spend = emptySpend(0)
  for (let at = 0; at < 64; at += 1) {
    spend = recordApproval(spend, [at, 1])
    expect(splitEntries(spend, noHistory).history).toBe(noHistory)
  }
  const folded = splitEntries(recordApproval(spend, [64, 1]), noHistory).history
  expect(folded).toMatchObject({ version: 1, entries: { length: 49 } })
})
