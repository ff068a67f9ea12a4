import { describe, expect, it } from 'vitest'
import {
  transactionFlagNames,
  type TransactionFlags,
  type Reason,
  type DecisionTraceEntry,
} from '../../contract/decisions.ts'
import type { TerminalScreen } from '../terminal/screen.ts'
import { terminalWidthOf } from '../terminal/text.ts'
import { type ExplainedTransaction, decisionExplanationLines } from './explanation.ts'
import { ruleLadderStepsOfDecision } from './ladder-steps.ts'

const screen = (width: number): TerminalScreen => ({ width, isTerminal: false, paint: (_colour, text) => text })

const currency: DecisionTraceEntry = {
  rule: 'currency',
  code: 'currency_not_supported',
  passed: true,
  level: 'default',
}
const perDay: DecisionTraceEntry = {
  rule: 'limits.perDay',
  code: 'per_day_exceeded',
  passed: false,
  level: 'card',
  window: 'perDay',
  observed: 125_000,
  limit: 20_000,
}
const credentials: DecisionTraceEntry = {
  rule: 'credentials',
  code: 'credentials_invalid',
  passed: true,
  level: 'card',
}
const reason: Reason = {
  ...perDay,
  message: '$1,250.00 in 24 hours is over the limit of $200.00.',
  remedy: 'Raise `limits.perDay` to at least 125000.',
  retryable: true,
  fixedBy: 'owner',
}

const declined: ExplainedTransaction = {
  id: 'txn_1',
  customerId: 'cust_1',
  agentId: null,
  cardId: 'card_1',
  type: 'authorization',
  status: 'declined',
  amount: 125_000,
  authorizedAmount: 0,
  settledAmount: 0,
  refundedAmount: 0,
  currency: 'USD',
  merchant: { name: 'Lucky\u001b[31m Casino', mcc: '7995' },
  decision: 'decline',
  reasons: [reason],
  flags: {
    ...(Object.fromEntries(transactionFlagNames.map((name) => [name, false])) as TransactionFlags),
    nearLimit: true,
  },
  attestation: 'unattested',
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
  trace: [currency, perDay, credentials],
}

it('says that an amount of 0 is a check of the card', () => {
  const [first] = decisionExplanationLines(
    { ...declined, amount: 0, status: 'settled', decision: 'approve', reasons: [] },
    screen(80),
  )
  expect(first).toBe('txn_1  check of the card, which moves no money, settled')
})

describe('the ladder of a decision', () => {
  it('has every rule in the order asked, and those that were not asked between them', () => {
    const rungs = ruleLadderStepsOfDecision(declined.trace, declined.reasons)
    expect(rungs.map((rung) => (rung.kind === 'skipped' ? rung.codes.length : rung.entry.rule))).toEqual([
      7,
      'currency',
      'limits.perDay',
      expect.any(Number),
      'credentials',
      1,
    ])
    expect(rungs[2]).toMatchObject({ kind: 'failed', reason })
  })

  it('says by signs and words what colour says, with what was seen, the limit and what would help', () => {
    const lines = decisionExplanationLines(declined, screen(Number.POSITIVE_INFINITY))
    expect(lines).toContain('$1,250.00 at Lucky\ufffd[31m Casino, 7995, 2026-01-31T12:00:00.000Z')
    expect(lines).toContain('  ├─✓─┤  passed  currency       default')
    const failed = lines.indexOf('  ├─✗─┤  FAILED  limits.perDay  card     $1,250.00  limit $200.00')
    expect(lines.slice(failed + 1, failed + 3)).toEqual([`  │   │  ${reason.message}`, `  │   │  → ${reason.remedy}`])
    expect(lines.slice(-2)).toEqual(['✗ Declined: 1 of 3 rules that were asked failed.', 'Flags: nearLimit'])
  })

  it.each([100, 60, 50])('fits %i columns', (width) => {
    expect(decisionExplanationLines(declined, screen(width)).filter((line) => terminalWidthOf(line) > width)).toEqual(
      [],
    )
  })
})
