import type {
  ChangeRequestStatus,
  CreateChangeRequestBody,
  WantedChange,
} from '../../contract/resources/change-requests.ts'
import type { RequestedException } from '../../contract/resources/intents/exception.ts'
import type { ResourceFieldChange } from '../../domain/audit/audited-act.ts'
import { bigintColumn, jsonColumn, asciiColumn, textColumn, enumColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'

export const changeRequestsTable = defineTable('change_requests', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn.nullable,
  cardId: asciiColumn.nullable,
  status: enumColumn<ChangeRequestStatus>().mutable,
  wanted: jsonColumn<WantedChange>(),
  once: jsonColumn<RequestedException>().nullable,
  fingerprint: asciiColumn,
  why: textColumn,
  transactionId: asciiColumn.nullable,
  purchase: jsonColumn<NonNullable<CreateChangeRequestBody['purchase']>>().nullable,
  changes: jsonColumn<readonly ResourceFieldChange[]>().mutable,
  requestedBy: asciiColumn,
  decidedBy: asciiColumn.nullable.mutable,
  decidedAt: bigintColumn.nullable.mutable,
  note: textColumn.nullable.mutable,
  expiresAt: bigintColumn,
  createdAt: bigintColumn,
})
