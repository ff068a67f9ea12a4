import type { Policy } from '../../contract/policy.ts'
import type { ApprovalStatus } from '../../contract/resources/intents.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'
import { bigint, json, made, text, word } from '../statements/column.ts'
import { table } from '../statements/table.ts'

export const approvals = table('approvals', {
  id: made,
  accountId: made,
  customerId: made,
  agentId: made.nullable,
  cardId: made,
  intentId: made,
  status: word<ApprovalStatus>(),
  subject: json<DeclaredIntent & { ceiling?: number; policy: Policy }>(),
  decidedBy: made.nullable,
  decidedAt: bigint.nullable,
  note: text.nullable,
  createdAt: bigint,
})
