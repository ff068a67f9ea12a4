import type { Policy } from '../../contract/policy.ts'
import { agentSheet } from '../../contract/sheets/agent.ts'
import { bigint, json, made, text } from '../statements/column.ts'
import { table } from '../statements/table.ts'
import { settingColumns } from './setting-columns.ts'

export const agents = table('agents', {
  id: made,
  accountId: made,
  customerId: made,
  externalId: text,
  ...settingColumns(agentSheet),
  shadowPolicy: json<Policy>().optional.mutable,
  shadowSince: bigint.nullable.mutable,
  createdAt: bigint,
  deletedAt: bigint.nullable.mutable,
})
