import type { Flags } from '../../contract/decisions.ts'
import type { TransactionState } from '../transactions/transaction.ts'

/** How an authorization stands as soon as it is decided. */
export function beforeSteps({ amount, decision }: Pick<TransactionState, 'amount' | 'decision'>, at: number) {
  const approved = decision === 'approve'
  const held = approved ? amount : 0
  const checked = approved && amount === 0 // a card check is over at once
  return {
    status: approved ? (checked ? ('settled' as const) : ('pending' as const)) : ('declined' as const),
    authorizedAmount: held,
    settledAmount: 0,
    settledAt: checked ? at : null,
    counted: held === 0 ? [] : [[at, held] as const],
  }
}

/** By rules. Otherwise the issuer said that it is so, or the network that it was captured. */
export const wasDecided = ({ trace }: Pick<TransactionState, 'trace'>): boolean => trace.length > 0

/**
 * Without the flags of later steps. A purchase that matched its intent is a mismatch only by an increment, and what was decided has the
 * flags of facts only by a later one.
 */
export function flagsAsDecided(transaction: Pick<TransactionState, 'flags' | 'trace' | 'type' | 'decision'>): Flags {
  const { standIn: _held, issuerDeclined: _declined, ...flags } = transaction.flags
  const isFact = !wasDecided(transaction) && transaction.type === 'authorization'
  return {
    ...flags,
    ...(isFact && factFlag(transaction)),
    forcedCapture: transaction.type === 'force_capture',
    intentMismatch: flags.intentMismatch && !flags.intentMatched,
    settlementOverIntent: false,
    settlementOverAuthorized: false,
  }
}

/** Of a transaction that begins with what the issuer said. */
export const factFlag = ({ decision }: Pick<TransactionState, 'decision'>): Pick<Flags, 'standIn' | 'issuerDeclined'> =>
  decision === 'approve' ? { standIn: true } : { issuerDeclined: true }

/** The transaction as its first answer showed it, whatever has become of it since (contract, section 10). */
export const atAuthorization = (transaction: TransactionState): TransactionState => ({
  ...transaction,
  ...beforeSteps(transaction, transaction.createdAt),
  refundedAmount: 0,
  flags: flagsAsDecided(transaction),
  updatedAt: transaction.createdAt,
})
