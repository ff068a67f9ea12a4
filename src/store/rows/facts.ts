import { bigintColumn, asciiColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'

/** The facts that issuers and networks have reported, each with the transaction that it belongs to. */
export const networkFactsTable = defineTable('facts', {
  factHash: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  cardId: asciiColumn,
  referenceHash: asciiColumn.nullable,
  asOf: bigintColumn.nullable,
  transactionId: asciiColumn,
  creditId: asciiColumn.nullable,
  createdAt: bigintColumn,
})
