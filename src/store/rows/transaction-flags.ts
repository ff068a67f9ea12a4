import { issuerTransactionFlagNames, transactionFlagNames, type TransactionFlags } from '../../contract/decisions.ts'
import { assertPresent } from '../../lib/assert.ts'

/**
 * The flags of a transaction are stored as bits of one integer. Bit n is the n-th name of `transactionFlagNames`, so names may only be added at the
 * end of that list. The flags that only facts have (`issuerTransactionFlagNames`) get the bits from the highest one down.
 */
const HIGHEST_BIT = 30
/**
 * The bit that says `authenticated` in the integer of a transaction's flags, although it is no flag. It is far from the bits of flags on
 * both sides.
 */
export const AUTHENTICATED_TRANSACTION_BIT = 1 << 24

/** Whether the bits of a stored transaction say that the cardholder was authenticated. */
export const isCardholderAuthenticated = (bits: number): boolean => (bits & AUTHENTICATED_TRANSACTION_BIT) !== 0

const bitsOfFlags = new Map<keyof TransactionFlags, number>([
  ...transactionFlagNames.map((name, index) => [name, 1 << index] as const),
  ...issuerTransactionFlagNames.map((name, index) => [name, 1 << (HIGHEST_BIT - index)] as const),
])

const flagBits = [...bitsOfFlags]

/** Makes the flags of a transaction into bits of an integer. */
export const packTransactionFlags = (flags: TransactionFlags): number =>
  flagBits.reduce((bits, [name, bit]) => (flags[name] ? bits | bit : bits), 0)

export function unpackTransactionFlags(bits: number): TransactionFlags {
  const known = unpacked.get(bits)
  if (known !== undefined) return known
  const isRaised = (name: keyof TransactionFlags) =>
    (bits & assertPresent(bitsOfFlags.get(name), 'a flag has a bit')) !== 0
  const flags = Object.fromEntries([
    ...transactionFlagNames.map((name) => [name, isRaised(name)] as const),
    ...issuerTransactionFlagNames.filter(isRaised).map((name) => [name, true] as const),
  ]) as TransactionFlags
  unpacked.set(bits, Object.freeze(flags))
  return flags
}

/**
 * The flags of transactions as objects, by the integer with their bits. Few combinations occur, so whole pages of transactions share the
 * objects.
 */
const unpacked = new Map<number, TransactionFlags>()
