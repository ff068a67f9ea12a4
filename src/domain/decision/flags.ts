import { transactionFlagNames, type TransactionFlags } from '../../contract/decisions.ts'

/** The flags of a decision, all of them false. */
export const noTransactionFlags: TransactionFlags = Object.freeze(
  Object.fromEntries(transactionFlagNames.map((name) => [name, false])),
) as unknown as TransactionFlags
