import type { Transaction } from '../../contract/resources/transactions.ts'

type Cell = (transaction: Transaction) => string | number | null | undefined

/** Cents as units, with two decimals, without rounding. */
const units = (cents: number): string => {
  const rest = cents % 100
  return `${(cents - rest) / 100}.${String(rest).padStart(2, '0')}`
}

/** The columns of a CSV file of transactions, in their order (contract, section 10, CSV). New ones come at the end. */
export const transactionColumns: Readonly<Record<string, Cell>> = {
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
  amount: ({ amount }) => units(amount),
  authorizedCents: ({ authorizedAmount }) => authorizedAmount,
  authorized: ({ authorizedAmount }) => units(authorizedAmount),
  settledCents: ({ settledAmount }) => settledAmount,
  settled: ({ settledAmount }) => units(settledAmount),
  refundedCents: ({ refundedAmount }) => refundedAmount,
  refunded: ({ refundedAmount }) => units(refundedAmount),
  customerId: ({ customerId }) => customerId,
  agentId: ({ agentId }) => agentId,
  cardId: ({ cardId }) => cardId,
  intentId: ({ intentId }) => intentId,
  networkReference: ({ networkReference }) => networkReference,
  metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
}
