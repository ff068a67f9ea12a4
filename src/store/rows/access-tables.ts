import type { FillerKey } from '../../contract/resources/fillers.ts'
import type { AccessEventState } from '../../domain/access.ts'
import { asciiColumn, bigintColumn, enumColumn, jsonColumn, textColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'

export const accessEventsTable = defineTable('access_events', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn.nullable,
  cardId: asciiColumn,
  intentId: asciiColumn.nullable,
  keyId: asciiColumn,
  kind: enumColumn<AccessEventState['kind']>(),
  decision: enumColumn<AccessEventState['decision']>(),
  reasons: jsonColumn<AccessEventState['reasons']>(),
  purpose: textColumn.nullable,
  expectedAmount: bigintColumn.nullable,
  merchant: textColumn.nullable,
  passkeyId: asciiColumn.nullable,
  replayOf: asciiColumn.nullable,
  grantedAt: bigintColumn.nullable,
  expiresAt: bigintColumn.nullable,
  consumedAt: bigintColumn.nullable,
  createdAt: bigintColumn,
})

/** The fillers: programs that enter card numbers for an agent. */
export const fillersTable = defineTable('fillers', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn,
  name: textColumn,
  publicKey: jsonColumn<FillerKey>(),
  createdAt: bigintColumn,
})
export type FillerState = ReturnType<typeof fillersTable.state>
