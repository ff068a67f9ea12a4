import type { Policy } from '../../contract/policy.ts'
import { customerSheet } from '../../contract/sheets/customer.ts'
import { bigintColumn, jsonColumn, asciiColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'
import { resourceSettingColumns } from './setting-columns.ts'

interface Versioned {
  readonly version: string
}

export const customersTable = defineTable('customers', {
  id: asciiColumn,
  accountId: asciiColumn,
  currency: asciiColumn,
  ...resourceSettingColumns(customerSheet),
  shadowPolicy: jsonColumn<Policy>().optional.mutable,
  shadowSince: bigintColumn.nullable.mutable,
  /** The version of the customer. It gets a new value with every change beneath the customer: see `lockCustomer`. */
  version: asciiColumn.from(({ version }: Versioned) => version),
  createdAt: bigintColumn,
})
