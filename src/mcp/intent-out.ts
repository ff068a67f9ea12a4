import { Type } from 'typebox'
import type { Intent } from '../contract/intents.ts'
import { foreign } from './foreign.ts'
import { afterIntent } from './next/after-intent.ts'

/** An intent as a model reads it. */
const fields = {
  intentId: Type.String(),
  reference: Type.Optional(Type.String()),
  status: Type.String(),
  amount: Type.Optional(Type.Integer()),
  merchant: Type.Optional(Type.String()),
  expiresAt: Type.String(),
  approvalUrl: Type.Optional(Type.String()),
  decisionNote: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
}

export const intentFields = fields
export const IntentOut = Type.Object(fields)

export function intentOut(intent: Intent) {
  const { id, intentId, status, expectedAmount, expectedMerchant, expiresAt } = intent
  const { approvalUrl, decisionNote, transactionId } = intent
  return {
    intentId: id,
    status,
    ...(intentId === undefined ? {} : { reference: foreign(intentId) }),
    ...(expectedAmount === undefined ? {} : { amount: expectedAmount }),
    ...(expectedMerchant === undefined ? {} : { merchant: foreign(expectedMerchant) }),
    expiresAt,
    ...(approvalUrl === undefined ? {} : { approvalUrl }),
    ...(decisionNote === undefined ? {} : { decisionNote: foreign(decisionNote) }),
    ...(transactionId === undefined ? {} : { transactionId }),
  }
}

export const nextOfIntent = ({ id, status, transactionId }: Intent) =>
  afterIntent(status, { intentId: id, transactionId })
