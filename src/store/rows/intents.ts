import type { ApprovalReason } from '../../contract/resources/intents/approval-reasons.ts'
import type { IntentReport, IntentMatchResult } from '../../contract/resources/intents.ts'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import type { EarlierIntentDeclaration } from '../../domain/intents/intent-declaration.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'
import {
  bigintColumn,
  booleanColumn,
  jsonColumn,
  jsonListColumn,
  asciiColumn,
  textColumn,
  enumColumn,
} from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'

interface Named {
  readonly declared: DeclaredIntent
}

export const intentsTable = defineTable('intents', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn.nullable,
  cardId: asciiColumn,
  clientId: textColumn.nullable.from(({ declared }: Named) => declared.intentId ?? null),
  status: enumColumn<IntentStatus>().mutable,
  declared: jsonColumn<DeclaredIntent>().mutable,
  declaredBy: asciiColumn.mutable,
  ceiling: bigintColumn.nullable.mutable,
  requiresApproval: booleanColumn.mutable,
  approvalReasons: jsonListColumn<ApprovalReason>().mutable,
  autoApprovedAt: bigintColumn.nullable.mutable,
  decidedBy: asciiColumn.nullable.mutable,
  decidedAt: bigintColumn.nullable.mutable,
  decisionNote: textColumn.nullable.mutable,
  canceledAt: bigintColumn.nullable.mutable,
  revokedBy: asciiColumn.nullable.mutable,
  revocationReason: textColumn.nullable.mutable,
  matchedAt: bigintColumn.nullable.mutable,
  transactionId: asciiColumn.nullable.mutable,
  matchResult: jsonColumn<IntentMatchResult>().nullable.mutable,
  oneTimeCardId: asciiColumn.optional.mutable,
  report: jsonColumn<IntentReport>().nullable.mutable,
  corrections: jsonListColumn<EarlierIntentDeclaration>().mutable,
  expiresAt: bigintColumn.mutable,
  createdAt: bigintColumn,
})
