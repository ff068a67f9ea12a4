import type { Event } from '../../contract/events.ts'
import { timestamp } from '../../lib/clock.ts'
import type { StoredEvent } from '../../store/webhooks/events.ts'

/** An event as lists, streams and `getEvent` show it. */
export const eventView = (event: StoredEvent): Event => ({
  id: event.id,
  type: event.type,
  createdAt: timestamp(event.created_at),
  data: event.data,
})
