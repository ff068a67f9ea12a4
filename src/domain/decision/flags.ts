import { flagNames, type Flags } from '../../contract/decisions.ts'

/** The flags of a decision, all of them false. */
export const noTransactionFlags: Flags = Object.freeze(
  Object.fromEntries(flagNames.map((name) => [name, false])),
) as unknown as Flags
