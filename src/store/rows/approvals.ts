import type { Policy } from '../../contract/policy.ts'
import type { ApprovalReason } from '../../contract/resources/intents/approval-reasons.ts'
import type { ApprovalStatus } from '../../contract/resources/intents.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'
import { bigintColumn, jsonColumn, asciiColumn, textColumn, enumColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'

export const approvalsTable = defineTable('approvals', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn.nullable,
  cardId: asciiColumn,
  intentId: asciiColumn,
  status: enumColumn<ApprovalStatus>(),
  subject: jsonColumn<DeclaredIntent & { ceiling?: number; policy: Policy; approvalReasons?: ApprovalReason[] }>(),
  decidedBy: asciiColumn.nullable,
  decidedAt: bigintColumn.nullable,
  note: textColumn.nullable,
  createdAt: bigintColumn,
})
