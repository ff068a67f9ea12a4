import { factFlagNames, flagNames, type Flags, type Reason } from '../../contract/decisions.ts'
import { packTrace, unpackTrace, type PackedTrace } from '../../domain/decision/trace.ts'
import type { TransactionState } from '../../domain/transactions/transaction.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { TableColumns } from '../statements/columns.ts'
import type { ListedTransaction, StoredTransaction } from './transactions.ts'

/** Makes the domain's transaction from a stored row. */
export const transactionState = (row: StoredTransaction): TransactionState => ({
  ...listedTransactionState(row),
  trace: unpackTrace(row.trace as PackedTrace),
  shadow: row.shadow,
  referenceHash: row.reference_hash,
  counted: row.counted,
})

/** Makes the domain's transaction from the columns that lists show. */
export const listedTransactionState = (
  row: ListedTransaction,
): Omit<TransactionState, 'trace' | 'shadow' | 'counted' | 'referenceHash'> => ({
  id: row.id,
  accountId: row.account_id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  cardId: row.card_id,
  intentId: row.intent_id,
  ...(row.subscription_id === null ? {} : { subscriptionId: row.subscription_id }),
  ...(row.cost_center === null ? {} : { costCenter: row.cost_center }),
  sequence: row.sequence,
  type: row.type,
  status: row.status,
  amount: row.amount,
  authorizedAmount: row.authorized_amount,
  settledAmount: row.settled_amount,
  refundedAmount: row.refunded_amount,
  currency: row.currency,
  merchantMoney: merchantMoney(row),
  merchant: row.merchant,
  decision: row.decision,
  reasons: row.reasons as Reason[],
  flags: unpackTransactionFlags(row.flags),
  ...(isCardholderAuthenticated(row.flags) ? { authenticated: true } : {}),
  attestation: row.attestation,
  networkReference: row.network_reference,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  settledAt: row.settled_at,
  expiresAt: row.expires_at,
})

/** The amount that the merchant asked for. Null: the network did not say. */
export const merchantMoney = ({
  merchant_amount: amount,
  merchant_currency: currency,
}: Pick<StoredTransaction, 'merchant_amount' | 'merchant_currency'>): TransactionState['merchantMoney'] =>
  amount === null || currency === null ? null : { amount, currency }

/** The columns of `transactions` that are null for most purchases. */
const rareColumns = {
  intent_id: 'word',
  subscription_id: 'word',
  cost_center: 'text',
  merchant_amount: 'bigint',
  merchant_currency: 'word',
  shadow: 'json',
  settled_at: 'bigint',
  decision_inputs: 'json',
} as const satisfies Partial<TableColumns<StoredTransaction>>

/** The columns of `transactions` without those that are null for most purchases (`rareColumns`). */
export const usualTransactionColumns: TableColumns<Omit<StoredTransaction, keyof typeof rareColumns>> = {
  id: 'word',
  account_id: 'word',
  customer_id: 'word',
  agent_id: 'word',
  card_id: 'word',
  sequence: 'bigint',
  type: 'word',
  status: 'word',
  amount: 'bigint',
  authorized_amount: 'bigint',
  settled_amount: 'bigint',
  refunded_amount: 'bigint',
  currency: 'word',
  merchant: 'json',
  decision: 'word',
  counted: 'json',
  reasons: 'json',
  flags: 'integer',
  trace: 'json',
  attestation: 'word',
  network_reference: 'text',
  reference_hash: 'word',
  created_at: 'bigint',
  updated_at: 'bigint',
  expires_at: 'bigint',
  policy_version: 'text',
}

/** All columns of a transaction. */
export const storedTransactionColumns: TableColumns<StoredTransaction> = { ...usualTransactionColumns, ...rareColumns }

const rareNames = Object.keys(rareColumns) as (keyof typeof rareColumns)[]

/** Whether all of the rare columns are null in a row of `transactions`. */
export const isTransactionWithoutRareColumns = (row: StoredTransaction): boolean =>
  rareNames.every((name) => row[name] === null)

/** Makes the row of a transaction, without the columns that say what its decision was made from. */
export const transactionRow = (
  transaction: TransactionState,
): Omit<StoredTransaction, 'policy_version' | 'decision_inputs'> => ({
  id: transaction.id,
  account_id: transaction.accountId,
  customer_id: transaction.customerId,
  agent_id: transaction.agentId,
  card_id: transaction.cardId,
  intent_id: transaction.intentId,
  subscription_id: transaction.subscriptionId ?? null,
  cost_center: transaction.costCenter ?? null,
  sequence: transaction.sequence,
  type: transaction.type,
  status: transaction.status,
  amount: transaction.amount,
  authorized_amount: transaction.authorizedAmount,
  settled_amount: transaction.settledAmount,
  refunded_amount: transaction.refundedAmount,
  currency: transaction.currency,
  merchant_amount: transaction.merchantMoney?.amount ?? null,
  merchant_currency: transaction.merchantMoney?.currency ?? null,
  merchant: transaction.merchant,
  decision: transaction.decision,
  counted: [...transaction.counted],
  reasons: transaction.reasons as Reason[],
  flags: packTransactionFlags(transaction.flags) | (transaction.authenticated ? AUTHENTICATED_BIT : 0),
  trace: packTrace(transaction.trace) as unknown[],
  shadow: transaction.shadow,
  attestation: transaction.attestation,
  network_reference: transaction.networkReference,
  reference_hash: transaction.referenceHash,
  created_at: transaction.createdAt,
  updated_at: transaction.updatedAt,
  settled_at: transaction.settledAt,
  expires_at: transaction.expiresAt,
})

/**
 * The flags of a transaction are stored as bits of one integer. Bit n is the n-th name of `flagNames`, so names may only be added at the
 * end of that list. The flags that only facts have (`factFlagNames`) get the bits from the highest one down.
 */
const HIGHEST_BIT = 30
/**
 * The bit that says `authenticated` in the integer of a transaction's flags, although it is no flag. It is far from the bits of flags on
 * both sides.
 */
const AUTHENTICATED_BIT = 1 << 24

/** Whether the bits of a stored transaction say that the cardholder was authenticated. */
export const isCardholderAuthenticated = (bits: number): boolean => (bits & AUTHENTICATED_BIT) !== 0

const bitsOfFlags = new Map<keyof Flags, number>([
  ...flagNames.map((name, index) => [name, 1 << index] as const),
  ...factFlagNames.map((name, index) => [name, 1 << (HIGHEST_BIT - index)] as const),
])

const flagBits = [...bitsOfFlags]

/** Makes the flags of a transaction into bits of an integer. */
export const packTransactionFlags = (flags: Flags): number =>
  flagBits.reduce((bits, [name, bit]) => (flags[name] ? bits | bit : bits), 0)

export function unpackTransactionFlags(bits: number): Flags {
  const known = unpacked.get(bits)
  if (known !== undefined) return known
  const isRaised = (name: keyof Flags) => (bits & assertPresent(bitsOfFlags.get(name), 'a flag has a bit')) !== 0
  const flags = Object.fromEntries([
    ...flagNames.map((name) => [name, isRaised(name)] as const),
    ...factFlagNames.filter(isRaised).map((name) => [name, true] as const),
  ]) as Flags
  unpacked.set(bits, Object.freeze(flags))
  return flags
}

/**
 * The flags of transactions as objects, by the integer with their bits. Few combinations occur, so whole pages of transactions share the
 * objects.
 */
const unpacked = new Map<number, Flags>()
