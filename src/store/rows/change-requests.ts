import type {
  ChangeRequestStatus,
  CreateChangeRequestBody,
  WantedChange,
} from '../../contract/resources/change-requests.ts'
import type { FieldChange } from '../../domain/audit/audited-act.ts'
import { bigint, json, made, text, word } from '../statements/column.ts'
import { table } from '../statements/table.ts'

export const changeRequests = table('change_requests', {
  id: made,
  accountId: made,
  customerId: made,
  agentId: made.nullable,
  cardId: made.nullable,
  status: word<ChangeRequestStatus>().mutable,
  wanted: json<WantedChange>(),
  fingerprint: made,
  why: text,
  transactionId: made.nullable,
  purchase: json<NonNullable<CreateChangeRequestBody['purchase']>>().nullable,
  changes: json<readonly FieldChange[]>().mutable,
  requestedBy: made,
  decidedBy: made.nullable.mutable,
  decidedAt: bigint.nullable.mutable,
  note: text.nullable.mutable,
  expiresAt: bigint,
  createdAt: bigint,
})
