import { type Static, Type } from 'typebox'
import type { Transaction } from '../contract/resources/transactions.ts'
import { safeForeignText } from './foreign.ts'
import { currencyToolOutput, moneyInWords } from './money-out.ts'

const cents = Type.Optional(Type.Integer())

/** The amounts of an approved charge, in cents and in words. */
const moved = {
  authorized: cents,
  settled: cents,
  refunded: cents,
  reversed: cents,
  charged: Type.Optional(Type.String()),
}
export const ChargeToolOutput = Type.Object(moved)

/** A charge in the form that tools answer to a model. Amounts are in cents. */
export const TransactionToolOutput = Type.Object({
  transactionId: Type.String(),
  status: Type.String(),
  decision: Type.String(),
  amount: Type.Integer(),
  currency: Type.Optional(Type.String()),
  total: Type.String(),
  atShop: Type.Optional(Type.String()),
  ...moved,
  merchant: Type.Optional(Type.String()),
  intentId: Type.Optional(Type.String()),
  createdAt: Type.String(),
  declinedFor: Type.Optional(Type.Array(Type.String())),
})

export const transactionToolOutput = (transaction: Transaction): Static<typeof TransactionToolOutput> => {
  const { id, status, decision, amount, currency, merchant, intentId, createdAt, reasons } = transaction
  const { merchantAmount, merchantCurrency } = transaction
  return {
    transactionId: id,
    status,
    decision,
    amount,
    ...currencyToolOutput(currency),
    total: moneyInWords(amount, currency),
    ...(merchantAmount === undefined ? {} : { atShop: moneyInWords(merchantAmount, merchantCurrency) }),
    ...chargeToolOutput(transaction),
    ...(merchant.name === undefined ? {} : { merchant: safeForeignText(merchant.name) }),
    ...(intentId === undefined ? {} : { intentId }),
    createdAt,
    ...(reasons.length === 0 ? {} : { declinedFor: reasons.map(({ code }) => code) }),
  }
}

/** The authorized, settled, refunded and reversed amounts of a charge. Empty: the charge moved no money. */
export function chargeToolOutput(charge: Transaction): Static<typeof ChargeToolOutput> {
  const { amount, authorizedAmount: authorized, settledAmount: settled, refundedAmount: refunded, currency } = charge
  if (charge.status === 'declined') return {}
  const reversed = Math.max(0, amount - authorized)
  const amounts = { authorized, settled, refunded, reversed }
  const said = Object.entries(amounts).filter(([name, money]) => money > 0 || name === 'authorized')
  return { ...amounts, charged: said.map(([name, money]) => `${name} ${moneyInWords(money, currency)}`).join(', ') }
}
