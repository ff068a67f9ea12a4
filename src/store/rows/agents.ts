import type { Policy } from '../../contract/policy.ts'
import { agentSheet } from '../../contract/sheets/agent.ts'
import { bigintColumn, jsonColumn, asciiColumn, textColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'
import { resourceSettingColumns } from './setting-columns.ts'

export const agentsTable = defineTable('agents', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  externalId: textColumn,
  ...resourceSettingColumns(agentSheet),
  shadowPolicy: jsonColumn<Policy>().optional.mutable,
  shadowSince: bigintColumn.nullable.mutable,
  createdAt: bigintColumn,
  deletedAt: bigintColumn.nullable.mutable,
})
