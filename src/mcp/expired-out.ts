import { Type } from 'typebox'
import type { Transaction } from '../contract/resources/transactions.ts'
import { safeForeignText } from './foreign.ts'
import type { ToolCall } from './tool.ts'

const LOOKED_AT = 20

/** The intent of a declined charge, if it had expired before the charge came. */
export const ExpiredIntentToolOutput = Type.Object({
  intentId: Type.String(),
  reference: Type.Optional(Type.String()),
  expiredAt: Type.String(),
})

/** Finds the expired intent that declared a charge which matched no intent. Empty: there is none. */
export async function expiredIntentOfCharge({ purser, signal }: ToolCall, charge: Transaction) {
  const { cardId, amount, createdAt, reasons } = charge
  if (!reasons.some(({ code }) => code === 'intent_missing')) return {}
  const { data } = await purser.intents.list({ cardId, status: 'expired', limit: LOOKED_AT }, { signal })
  const expired = data.find(
    ({ expectedAmount = 0, ceiling = expectedAmount, expiresAt }) =>
      expiresAt <= createdAt && amount <= ceiling && amount >= 2 * expectedAmount - ceiling,
  )
  if (expired === undefined) return {}
  const { id, intentId, expiresAt } = expired
  return {
    expired: {
      intentId: id,
      ...(intentId === undefined ? {} : { reference: safeForeignText(intentId) }),
      expiredAt: expiresAt,
    },
  }
}
