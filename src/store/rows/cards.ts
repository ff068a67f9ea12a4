import type { Policy } from '../../contract/policy.ts'
import type { CardStatus } from '../../contract/sheets/card-fields.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import { bigintColumn, jsonColumn, jsonListColumn, asciiColumn, textColumn, enumColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'
import { resourceSettingColumns } from './setting-columns.ts'

interface Closing {
  readonly closedAt?: number | null
}

export const cardsTable = defineTable('cards', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn.nullable,
  currency: asciiColumn,
  issuer: asciiColumn.nullable,
  /** The last four digits of the card number. Null, like the expiry, until the issuer has made the card. */
  last4: textColumn.nullable,
  expMonth: textColumn.nullable,
  expYear: textColumn.nullable,
  /** The card on which the intent of a one-time card was declared. Undefined: it is an ordinary card. */
  parentCardId: asciiColumn.optional.rare,
  intentId: asciiColumn.optional.rare,
  ...resourceSettingColumns(cardSheet),
  shadowPolicy: jsonColumn<Policy>().optional.mutable,
  shadowSince: bigintColumn.nullable.mutable,
  expiresAt: bigintColumn.nullable.mutable,
  status: enumColumn<CardStatus>().mutable,
  merchantLock: textColumn.nullable.mutable,
  consumedAt: bigintColumn.nullable.mutable,
  /** A closed card may change, too: wrong credentials are counted. */
  closedAt: bigintColumn.nullable.setOnce.from(({ closedAt = null }: Closing) => closedAt),
  firstSpendAt: bigintColumn.nullable.mutable,
  /** The times of the wrong expiries and CVVs since the last right ones, in Unix milliseconds. */
  failedCredentials: jsonListColumn<number>().mutable,
  lastAttestedAt: bigintColumn.nullable,
  createdAt: bigintColumn,
})
