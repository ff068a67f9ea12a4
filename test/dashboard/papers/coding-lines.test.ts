import { expect, it } from 'vitest'
import {
  transactionCodingOfLines,
  transactionCodingPatch,
  linesOfTransactionCoding,
} from '../../../dashboard/src/pages/transactions/coding-lines.ts'

it.each([
  ['', {}],
  ['account: 6650', { account: '6650' }],
  ['  account :  6650  \n\n tax.code:V7 ', { account: '6650', 'tax.code': 'V7' }],
  ['url: https://a.example', { url: 'https://a.example' }],
  ['account', { account: '' }],
  [': 1', { '': '1' }],
])('%j is read as %j', (lines, coding) => {
  expect(transactionCodingOfLines(lines)).toEqual(coding)
})

it('lines are read as they were written, and the patch removes what is gone', () => {
  const coding = { account: '6650', project: 'Fair: 2026' }
  expect(transactionCodingOfLines(linesOfTransactionCoding(coding))).toEqual(coding)
  expect(transactionCodingPatch(coding, { account: '1' })).toEqual({ account: '1', project: null })
})
