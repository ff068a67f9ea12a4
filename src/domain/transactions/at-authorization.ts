import type { TransactionFlags } from '../../contract/decisions.ts'
import type { TransactionState } from './transaction.ts'

/** The status and amounts of an authorization right after its decision. Amounts are cents; `at`: Unix milliseconds. */
export function authorizationRightAfterDecision(
  { amount, decision }: Pick<TransactionState, 'amount' | 'decision'>,
  at: number,
) {
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

/**
 * Whether the rules decided the transaction. Otherwise the card's issuer reported it, or the network captured it without an authorization.
 */
export const isRuleDecision = ({ trace }: Pick<TransactionState, 'trace'>): boolean => trace.length > 0

/**
 * The flags that a transaction had when it was decided, without those that later steps set. A purchase that matched its intent becomes a
 * mismatch only by an increment, and a transaction that the rules decided gets `standIn` or `issuerDeclined` only from a later advice.
 */
export function transactionFlagsAtDecision(
  transaction: Pick<TransactionState, 'flags' | 'trace' | 'type' | 'decision'>,
): TransactionFlags {
  const { standIn: _standIn, issuerDeclined: _issuerDeclined, ...flags } = transaction.flags
  const isFact = !isRuleDecision(transaction) && transaction.type === 'authorization'
  return {
    ...flags,
    ...(isFact && issuerAdviceFlag(transaction)),
    forcedCapture: transaction.type === 'force_capture',
    intentMismatch: flags.intentMismatch && !flags.intentMatched && !flags.subscriptionMatched,
    settlementOverIntent: false,
    settlementOverAuthorized: false,
  }
}

/** Makes the flag of a transaction that begins with an issuer's advice, because the issuer and not Purser decided it. */
export const issuerAdviceFlag = ({
  decision,
}: Pick<TransactionState, 'decision'>): Pick<TransactionFlags, 'standIn' | 'issuerDeclined'> =>
  decision === 'approve' ? { standIn: true } : { issuerDeclined: true }

/** The transaction as it was when it was answered first, without the effects of later steps (contract, section 10). */
export const transactionAtAuthorization = (transaction: TransactionState): TransactionState => ({
  ...transaction,
  ...authorizationRightAfterDecision(transaction, transaction.createdAt),
  refundedAmount: 0,
  flags: transactionFlagsAtDecision(transaction),
  updatedAt: transaction.createdAt,
})
