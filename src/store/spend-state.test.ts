import { expect, it } from 'vitest'
import { emptySpend, recordApproval } from '../domain/spend-windows.ts'
import { splitEntries } from './authorization-batch/histories.ts'
import { noHistory } from './spend-state.ts'

it('a level has no history until its entries fold', () => {
  const named = { stored: noHistory, version: 'new' }
  let spend = emptySpend(0)
  for (let at = 0; at < 64; at += 1) {
    spend = recordApproval(spend, [at, 1])
    expect(splitEntries(spend, named).history).toBe(noHistory)
  }
  const folded = splitEntries(recordApproval(spend, [64, 1]), named).history
  expect(folded).toMatchObject({ version: 'new', entries: { length: 49 } })
})
