import { decimalAmount } from '../../domain/money.ts'
import { merchantCategoryName } from '../../domain/merchant-categories/category-name.ts'
import { localTimeFormatter } from '../accounts/time-zone.ts'
import type { Transaction } from '../../contract/resources/transactions.ts'

/** A row of a CSV file of transactions: a transaction, and the names for its ids and codes. */
export interface TransactionCsvLine extends Transaction {
  readonly customerName: string | null
  readonly agentName: string | null
  readonly cardLabel: string | null
  readonly cardLast4: string | null
}

type Cell = (transaction: TransactionCsvLine) => string | number | null | undefined

/** The columns of a CSV file of transactions, in their order (contract, section 10, CSV). New columns come at the end. */
export const transactionCsvColumns: Readonly<Record<string, Cell>> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  settledAt: ({ settledAt }) => settledAt,
  type: ({ type }) => type,
  status: ({ status }) => status,
  decision: ({ decision }) => decision,
  reasons: ({ reasons }) => reasons.map(({ code }) => code).join(' '),
  merchantName: ({ merchant }) => merchant.name,
  merchantMcc: ({ merchant }) => merchant.mcc,
  merchantCity: ({ merchant }) => merchant.city,
  merchantCountry: ({ merchant }) => merchant.country,
  currency: ({ currency }) => currency,
  amountCents: ({ amount }) => amount,
  amount: ({ amount, currency }) => decimalAmount(amount, currency),
  authorizedCents: ({ authorizedAmount }) => authorizedAmount,
  authorized: ({ authorizedAmount, currency }) => decimalAmount(authorizedAmount, currency),
  settledCents: ({ settledAmount }) => settledAmount,
  settled: ({ settledAmount, currency }) => decimalAmount(settledAmount, currency),
  refundedCents: ({ refundedAmount }) => refundedAmount,
  refunded: ({ refundedAmount, currency }) => decimalAmount(refundedAmount, currency),
  customerId: ({ customerId }) => customerId,
  agentId: ({ agentId }) => agentId,
  cardId: ({ cardId }) => cardId,
  intentId: ({ intentId }) => intentId,
  networkReference: ({ networkReference }) => networkReference,
  metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
  customerName: ({ customerName }) => customerName,
  agentName: ({ agentName }) => agentName,
  cardLabel: ({ cardLabel }) => cardLabel,
  cardLast4: ({ cardLast4 }) => cardLast4,
  merchantCategory: ({ merchant }) => merchant.mcc && merchantCategoryName(merchant.mcc),
}

/** The column of a CSV file with the time of a transaction in the account's time zone. The column's name contains the zone. */
export function localTimeCsvColumn(timeZone: string): Readonly<Record<string, Cell>> {
  const localTime = localTimeFormatter(timeZone)
  return { [`createdAt (${timeZone})`]: ({ createdAt }) => localTime(Date.parse(createdAt)) }
}

/** The columns of a CSV file with the amount that the merchant asked for. */
export const merchantMoneyCsvColumns: Readonly<Record<string, Cell>> = {
  merchantCurrency: ({ merchantCurrency }) => merchantCurrency,
  merchantAmountMinor: ({ merchantAmount }) => merchantAmount,
  merchantAmount: ({ merchantAmount, merchantCurrency }) =>
    merchantAmount === undefined || merchantCurrency === undefined
      ? undefined
      : decimalAmount(merchantAmount, merchantCurrency),
}

/** The columns that were added last to CSV files of transactions. New columns come at the end. */
export const newestTransactionCsvColumns: Readonly<Record<string, Cell>> = {
  costCenter: ({ costCenter }) => costCenter,
  memo: ({ memo }) => memo,
  coding: ({ coding }) => coding && JSON.stringify(coding),
}
