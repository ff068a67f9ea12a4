import type { Reason } from '../../contract/decisions.ts'
import type { StoredDecisionInputs } from '../../domain/batch/decision-inputs.ts'
import { type PackedDecisionTrace, packDecisionTrace, unpackDecisionTrace } from '../../domain/decision/trace.ts'
import type { Merchant } from '../../domain/entities.ts'
import type { CountedSpend } from '../../domain/spend/counted-amount.ts'
import type { ShadowVerdict, TransactionState } from '../../domain/transactions/transaction.ts'
import { bigintColumn, integerColumn, jsonColumn, asciiColumn, textColumn, enumColumn } from '../statements/column.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'
import { defineTable } from '../statements/table.ts'
import { merchantKeyOf } from './merchant-key.ts'
import {
  AUTHENTICATED_TRANSACTION_BIT,
  isCardholderAuthenticated,
  packTransactionFlags,
  unpackTransactionFlags,
} from './transaction-flags.ts'

/** The columns of transactions and steps that tell a replay from which inputs the decision was made. */
export interface DecisionColumns {
  readonly policyVersion: string | null
  readonly decisionInputs: StoredDecisionInputs | null
}

type Money = Pick<TransactionState, 'merchantMoney'>

/** The amount that the merchant asked for. Null: the network did not say. */
export const merchantMoney = ({
  merchant_amount: amount,
  merchant_currency: currency,
}: {
  merchant_amount: number | null
  merchant_currency: string | null
}): TransactionState['merchantMoney'] => (amount === null || currency === null ? null : { amount, currency })

export const transactionsTable = defineTable(
  'transactions',
  {
    id: asciiColumn,
    accountId: asciiColumn,
    customerId: asciiColumn,
    agentId: asciiColumn.nullable,
    cardId: asciiColumn,
    sequence: bigintColumn,
    type: enumColumn<TransactionState['type']>(),
    status: enumColumn<TransactionState['status']>().mutable,
    amount: bigintColumn,
    authorizedAmount: bigintColumn.mutable,
    settledAmount: bigintColumn.mutable,
    refundedAmount: bigintColumn.mutable,
    currency: asciiColumn,
    merchant: jsonColumn<Merchant>(),
    decision: enumColumn<TransactionState['decision']>(),
    counted: jsonColumn<readonly CountedSpend[]>().mutable,
    reasons: jsonColumn<readonly Reason[]>(),
    flags: integerColumn.mutable.from(
      ({ flags, authenticated }: Pick<TransactionState, 'flags' | 'authenticated'>) =>
        packTransactionFlags(flags) | (authenticated ? AUTHENTICATED_TRANSACTION_BIT : 0),
    ),
    trace: jsonColumn<PackedDecisionTrace>().as<TransactionState['trace']>(unpackDecisionTrace, packDecisionTrace),
    attestation: enumColumn<TransactionState['attestation']>(),
    networkReference: textColumn.nullable,
    /** A keyed hash of the network reference: see `services/network/network-reference.ts`. */
    referenceHash: asciiColumn.nullable,
    createdAt: bigintColumn,
    updatedAt: bigintColumn.mutable,
    expiresAt: bigintColumn,
    policyVersion: asciiColumn.nullable.from(({ policyVersion }: DecisionColumns) => policyVersion),
    intentId: asciiColumn.nullable.rare,
    subscriptionId: asciiColumn.optional.rare,
    oneTimeCardId: asciiColumn.optional.rare,
    costCenter: textColumn.optional.rare,
    merchantAmount: bigintColumn.nullable.rare.from(({ merchantMoney: money }: Money) => money?.amount ?? null),
    merchantCurrency: asciiColumn.nullable.rare.from(({ merchantMoney: money }: Money) => money?.currency ?? null),
    shadow: jsonColumn<ShadowVerdict>().nullable.rare,
    settledAt: bigintColumn.nullable.rare.mutable,
    decisionInputs: jsonColumn<StoredDecisionInputs>().nullable.rare.from(
      ({ decisionInputs }: DecisionColumns) => decisionInputs,
    ),
    merchantKey: textColumn.from(merchantKeyOf),
  },
  {
    flags: ({ flags }: { flags: number }) => unpackTransactionFlags(flags),
    authenticated: ({ flags }: { flags: number }) => (isCardholderAuthenticated(flags) ? true : undefined),
    merchantMoney,
  },
)
export type StoredTransaction = SelectedTableRow<typeof transactionsTable>

/** The columns of a transaction of which its state is made. The others are for replays and for the search for earlier purchases. */
export const transactionStates = transactionsTable.without('policyVersion', 'decisionInputs', 'merchantKey')

/** The columns of a transaction that lists show. The others would be most of a page's size in bytes. */
export const listedTransactions = transactionsTable.without(
  'policyVersion',
  'decisionInputs',
  'merchantKey',
  'trace',
  'shadow',
  'counted',
  'referenceHash',
)
