import type { ChallengeStatus } from '../../contract/resources/challenges.ts'
import type { Merchant } from '../../domain/entities.ts'
import { bigintColumn, jsonColumn, asciiColumn, textColumn, enumColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'

export const challengesTable = defineTable('challenges', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn.nullable,
  cardId: asciiColumn,
  issuer: asciiColumn,
  reference: textColumn,
  status: enumColumn<ChallengeStatus>().mutable,
  amount: bigintColumn.nullable,
  currency: asciiColumn.nullable,
  merchantAmount: bigintColumn.nullable,
  merchantCurrency: asciiColumn.nullable,
  merchant: jsonColumn<Merchant>(),
  intentId: asciiColumn.nullable,
  decidedBy: asciiColumn.nullable.mutable,
  decidedAt: bigintColumn.nullable.mutable,
  note: textColumn.nullable.mutable,
  expiresAt: bigintColumn.mutable,
  answerUntil: bigintColumn.nullable.mutable,
  answeredAt: bigintColumn.nullable.mutable,
  answerError: textColumn.nullable,
  createdAt: bigintColumn,
})
