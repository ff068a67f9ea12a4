import { Type } from 'typebox'
import { amountInWords } from '../domain/amount-in-words.ts'
import type { Intent } from '../contract/resources/intents.ts'
import { currencyToolOutput, moneyInWords } from './money-out.ts'
import { safeForeignText } from './foreign.ts'
import { nextStepAfterIntent } from './next/after-intent.ts'

/** The fields of an intent that tools answer to a model. Amounts are in cents; `total` is the amount in words, with the ceiling where that is much more. */
const fields = {
  intentId: Type.String(),
  reference: Type.Optional(Type.String()),
  status: Type.String(),
  amount: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.String()),
  total: Type.Optional(Type.String()),
  merchant: Type.Optional(Type.String()),
  origin: Type.Optional(Type.String()),
  expiresAt: Type.String(),
  secondsLeft: Type.Optional(Type.Integer()),
  approvalUrl: Type.Optional(Type.String()),
  decisionNote: Type.Optional(Type.String()),
  approvalRevoked: Type.Optional(Type.Boolean()),
  revocationReason: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  reportedAs: Type.Optional(Type.String()),
}

export const intentToolFields = fields
export const IntentToolOutput = Type.Object(fields)

/** An intent in the form that tools answer to a model. `now` is in Unix milliseconds. */
export function intentToolOutput(intent: Intent, now: number) {
  const { id, intentId, status, expectedAmount, expectedCurrency, expectedMerchant, expiresAt } = intent
  const { approvalUrl, decisionNote, revokedBy, revocationReason, transactionId, expectedOrigin, report } = intent
  return {
    intentId: id,
    status,
    ...(intentId === undefined ? {} : { reference: safeForeignText(intentId) }),
    ...(expectedAmount === undefined ? {} : { amount: expectedAmount }),
    ...currencyToolOutput(expectedCurrency),
    ...(expectedAmount === undefined ? {} : { total: amountInWords(intent, { money: moneyInWords }) }),
    ...(expectedMerchant === undefined ? {} : { merchant: safeForeignText(expectedMerchant) }),
    ...(expectedOrigin === undefined ? {} : { origin: expectedOrigin }),
    expiresAt,
    ...(isOpen(intent) ? { secondsLeft: Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000)) } : {}),
    ...(approvalUrl === undefined ? {} : { approvalUrl }),
    ...(decisionNote === undefined ? {} : { decisionNote: safeForeignText(decisionNote) }),
    ...(revokedBy === undefined ? {} : { approvalRevoked: true }),
    ...(revocationReason === undefined ? {} : { revocationReason: safeForeignText(revocationReason) }),
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(report === undefined ? {} : { reportedAs: report.outcome }),
  }
}

/** Why a person has to decide, in sentences. Empty: nobody has to. */
export const whyApprovalToolOutput = ({ approvalReasons }: Pick<Intent, 'approvalReasons'>) =>
  approvalReasons === undefined ? {} : { why: approvalReasons.map(({ message }) => message).join(' ') }

const isOpen = ({ status }: Intent): boolean => status === 'pending' || status === 'pending_approval'

export const nextStepOfIntent = ({ id, status, transactionId, report, revokedBy }: Intent) =>
  nextStepAfterIntent(status, {
    intentId: id,
    transactionId,
    reportedAs: report?.outcome,
    isRevoked: revokedBy !== undefined,
  })
