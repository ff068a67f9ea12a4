import type { ChallengeStatus } from '../../contract/resources/challenges.ts'
import type { Merchant } from '../../domain/entities.ts'
import { bigint, json, made, text, word } from '../statements/column.ts'
import { table } from '../statements/table.ts'

export const challenges = table('challenges', {
  id: made,
  accountId: made,
  customerId: made,
  agentId: made.nullable,
  cardId: made,
  issuer: made,
  reference: text,
  status: word<ChallengeStatus>().mutable,
  amount: bigint.nullable,
  currency: made.nullable,
  merchantAmount: bigint.nullable,
  merchantCurrency: made.nullable,
  merchant: json<Merchant>(),
  intentId: made.nullable,
  decidedBy: made.nullable.mutable,
  decidedAt: bigint.nullable.mutable,
  note: text.nullable.mutable,
  expiresAt: bigint.mutable,
  answerUntil: bigint.nullable.mutable,
  answeredAt: bigint.nullable.mutable,
  answerError: text.nullable,
  createdAt: bigint,
})
