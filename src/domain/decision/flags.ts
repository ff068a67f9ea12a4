import { flagNames, type TransactionFlags } from '../../contract/decisions.ts'

/** The flags of a decision, all of them false. */
export const noTransactionFlags: TransactionFlags = Object.freeze(
  Object.fromEntries(flagNames.map((name) => [name, false])),
) as unknown as TransactionFlags
