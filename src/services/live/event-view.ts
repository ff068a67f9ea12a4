import type { Event } from '../../contract/events.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { StoredEvent } from '../../store/events/events.ts'

/** The answer about an event, in lists, streams and `getEvent`. */
export const eventView = (event: StoredEvent): Event => ({
  id: event.id,
  type: event.type,
  createdAt: isoTimestamp(event.created_at),
  data: event.data,
})
