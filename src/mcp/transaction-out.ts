import { currencyOut } from './intent-out.ts'
import { type Static, Type } from 'typebox'
import type { Transaction } from '../contract/resources/transactions.ts'
import { foreign } from './foreign.ts'

/** A charge in the form that tools answer to a model. Amounts are in cents. */
export const TransactionOut = Type.Object({
  transactionId: Type.String(),
  status: Type.String(),
  decision: Type.String(),
  amount: Type.Integer(),
  currency: Type.Optional(Type.String()),
  merchant: Type.Optional(Type.String()),
  intentId: Type.Optional(Type.String()),
  createdAt: Type.String(),
  declinedFor: Type.Optional(Type.Array(Type.String())),
})

export const transactionOut = (transaction: Transaction): Static<typeof TransactionOut> => {
  const { id, status, decision, amount, currency, merchant, intentId, createdAt, reasons } = transaction
  return {
    transactionId: id,
    status,
    decision,
    amount,
    ...currencyOut(currency),
    ...(merchant.name === undefined ? {} : { merchant: foreign(merchant.name) }),
    ...(intentId === undefined ? {} : { intentId }),
    createdAt,
    ...(reasons.length === 0 ? {} : { declinedFor: reasons.map(({ code }) => code) }),
  }
}
