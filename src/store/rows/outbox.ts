import type { EventType } from '../../contract/events.ts'
import type { DeliveryStatus } from '../../contract/resources/webhooks.ts'
import { asciiColumn, bigintColumn, enumColumn, integerColumn, jsonColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'
import type { TableRow, WrittenRowState } from '../statements/table-types.ts'

export const eventsTable = defineTable('events', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn.nullable,
  type: enumColumn<EventType>(),
  data: jsonColumn<Record<string, unknown>>(),
  createdAt: bigintColumn,
  sequence: bigintColumn.nullable,
})
export type EventRow = TableRow<typeof eventsTable>
export type WrittenEvent = WrittenRowState<(typeof eventsTable)['definition']>

export const deliveriesTable = defineTable('deliveries', {
  id: asciiColumn,
  accountId: asciiColumn,
  /**
   * The id of the receiver: a webhook, a notification channel, or a person without a channel. For a mail of the table `letters` it is the
   * id of that row, which has the address.
   */
  webhookId: asciiColumn,
  eventId: asciiColumn,
  eventType: enumColumn<EventType | 'letter'>(),
  status: enumColumn<DeliveryStatus>(),
  attemptCount: integerColumn,
  nextAttemptAt: bigintColumn.nullable,
  manualAt: bigintColumn.optional.rare,
  leasedUntil: bigintColumn.optional.rare,
  createdAt: bigintColumn,
  updatedAt: bigintColumn,
})
export type DeliveryRow = TableRow<typeof deliveriesTable>
export type WrittenDelivery = WrittenRowState<(typeof deliveriesTable)['definition']>
