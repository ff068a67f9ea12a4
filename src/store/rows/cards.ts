import type { Policy } from '../../contract/policy.ts'
import type { CardStatus } from '../../contract/sheets/card-fields.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import { bigint, json, made, text, word } from '../statements/column.ts'
import { table } from '../statements/table.ts'
import { settingColumns } from './setting-columns.ts'

interface Closing {
  readonly closedAt: number | null
}

export const cards = table('cards', {
  id: made,
  accountId: made,
  customerId: made,
  agentId: made.nullable,
  currency: made,
  issuer: made.nullable,
  /** The last four digits of the card number. Null, like the expiry, until the issuer has made the card. */
  last4: text.nullable,
  expMonth: text.nullable,
  expYear: text.nullable,
  ...settingColumns(cardSheet),
  shadowPolicy: json<Policy>().optional.mutable,
  shadowSince: bigint.nullable.mutable,
  expiresAt: bigint.nullable.mutable,
  status: word<CardStatus>().mutable,
  merchantLock: text.nullable.mutable,
  consumedAt: bigint.nullable.mutable,
  /** A closed card may change, too: wrong credentials are counted. */
  closedAt: bigint.nullable.setOnce.from(({ closedAt }: Closing) => closedAt),
  firstSpendAt: bigint.nullable.mutable,
  /** The times of the wrong expiries and CVVs since the last right ones, in Unix milliseconds. */
  failedCredentials: json<readonly number[]>().nullable.mutable.as(
    (stored) => stored ?? [],
    (times) => (times.length === 0 ? null : times),
  ),
  lastAttestedAt: bigint.nullable,
  createdAt: bigint,
})
