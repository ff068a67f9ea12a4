import type { Policy } from '../../contract/policy.ts'
import { customerSheet } from '../../contract/sheets/customer.ts'
import { bigint, json, made } from '../statements/column.ts'
import { table } from '../statements/table.ts'
import { settingColumns } from './setting-columns.ts'

interface Versioned {
  readonly version: string
}

export const customers = table('customers', {
  id: made,
  accountId: made,
  currency: made,
  ...settingColumns(customerSheet),
  shadowPolicy: json<Policy>().optional.mutable,
  shadowSince: bigint.nullable.mutable,
  /** The version of the customer. It gets a new value with every change beneath the customer: see `lockCustomer`. */
  version: made.from(({ version }: Versioned) => version),
  createdAt: bigint,
})
