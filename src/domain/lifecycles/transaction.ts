import type { EventType } from '../../contract/events.ts'
import type { StepCommand } from '../batch/commands/commands.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { Lifecycle } from './moves.ts'

type Status = TransactionState['status']
/** What moves a transaction: its decision, or a step of it. A capture and a credit that post themselves are settled at once. */
type Cause = 'decision' | 'posting' | StepCommand['kind']

/**
 * The life of a transaction (contract, section 10). Decisions and the steps of the network door leave only what is pending. What an
 * issuer did is a fact, whatever was decided: its advice holds again what was not held, or was captured in part, and its capture settles
 * what was over.
 */
export const transactionLife = {
  pending: { from: ['declined', 'reversed', 'settled'], by: ['decision', 'advise'], event: 'transaction.created' },
  settled: {
    from: ['pending', 'declined', 'reversed', 'expired'],
    by: ['decision', 'posting', 'settle', 'capture', 'reverse', 'expire', 'advise'],
    event: 'transaction.settled',
  },
  declined: { from: [], by: ['decision'], event: 'transaction.declined' },
  reversed: { from: ['pending'], by: ['reverse', 'advise'], event: 'transaction.reversed' },
  expired: { from: ['pending'], by: ['expire'], event: 'transaction.reversed' },
} as const satisfies Lifecycle<Status, Cause, EventType>
