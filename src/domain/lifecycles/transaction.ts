import type { EventType } from '../../contract/events.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { ResourceLifecycle } from './moves.ts'

type Status = TransactionState['status']

/** The kinds of steps that may change a transaction after its decision. */
export type TransactionStepKind = 'increment' | 'settle' | 'reverse' | 'refund' | 'expire' | 'advise' | 'capture'

/**
 * The cause of a change of a transaction's status: its decision, or a step. A forced capture, or a credit that is posted on its own, is
 * settled at once (`posting`).
 */
type Cause = 'decision' | 'posting' | TransactionStepKind

/**
 * The status changes of a transaction (contract, section 10). Decisions and the steps of the network operations change only pending
 * transactions. What an issuer did is a fact, whatever was decided: its advice can hold again an amount that was not held or was captured
 * in part, and its capture can settle a transaction that had ended.
 */
export const transactionLifecycle = {
  pending: { from: ['declined', 'reversed', 'settled'], by: ['decision', 'advise'], event: 'transaction.created' },
  settled: {
    from: ['pending', 'declined', 'reversed', 'expired'],
    by: ['decision', 'posting', 'settle', 'capture', 'reverse', 'expire', 'advise'],
    event: 'transaction.settled',
  },
  declined: { from: [], by: ['decision'], event: 'transaction.declined' },
  reversed: { from: ['pending'], by: ['reverse', 'advise'], event: 'transaction.reversed' },
  expired: { from: ['pending'], by: ['expire'], event: 'transaction.reversed' },
} as const satisfies ResourceLifecycle<Status, Cause, EventType>
