import type { IntentReport, MatchResult } from '../../contract/resources/intents.ts'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import type { EarlierDeclaration } from '../../domain/intents/intent-declaration.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'
import { bigint, boolean, json, made, text, word } from '../statements/column.ts'
import { table } from '../statements/table.ts'

interface Named {
  readonly declared: DeclaredIntent
}

export const intents = table('intents', {
  id: made,
  accountId: made,
  customerId: made,
  agentId: made.nullable,
  cardId: made,
  clientId: text.nullable.from(({ declared }: Named) => declared.intentId ?? null),
  status: word<IntentStatus>().mutable,
  declared: json<DeclaredIntent>().mutable,
  declaredBy: made.mutable,
  ceiling: bigint.nullable.mutable,
  requiresApproval: boolean.mutable,
  decidedBy: made.nullable.mutable,
  decidedAt: bigint.nullable.mutable,
  decisionNote: text.nullable.mutable,
  canceledAt: bigint.nullable.mutable,
  revokedBy: made.nullable.mutable,
  revocationReason: text.nullable.mutable,
  matchedAt: bigint.nullable.mutable,
  transactionId: made.nullable.mutable,
  matchResult: json<MatchResult>().nullable.mutable,
  report: json<IntentReport>().nullable.mutable,
  corrections: json<readonly EarlierDeclaration[]>().nullable.mutable.as(
    (stored) => stored ?? [],
    (corrections) => (corrections.length === 0 ? null : corrections),
  ),
  expiresAt: bigint.mutable,
  createdAt: bigint,
})
