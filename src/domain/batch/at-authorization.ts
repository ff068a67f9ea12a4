import type { Flags } from '../../contract/decisions.ts'
import type { TransactionState } from '../transaction.ts'

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

/** Without the flags of later steps. A purchase that matched its intent is a mismatch only by an increment. */
export const flagsAsDecided = (flags: Flags): Flags => ({
  ...flags,
  intentMismatch: flags.intentMismatch && !flags.intentMatched,
  settlementOverIntent: false,
  settlementOverAuthorized: false,
})

/** The transaction as its first answer showed it, whatever has become of it since (contract, section 10). */
export const atAuthorization = (transaction: TransactionState): TransactionState => ({
  ...transaction,
  ...beforeSteps(transaction, transaction.createdAt),
  refundedAmount: 0,
  flags: flagsAsDecided(transaction.flags),
  updatedAt: transaction.createdAt,
})
