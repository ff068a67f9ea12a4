import { bucketOfId } from '../../lib/buckets.ts'
import type { TableColumns } from '../statements/columns.ts'
import { givenRowsUpdateWriter } from '../statements/write.ts'
import { givenRowsTableSql } from '../statements/given-rows.ts'
import { MATCHED_AT_ORIGIN_SQL } from './seen-origins.ts'

/** An event that is about to be stored. */
interface NewlyStoredEvent {
  readonly id: string
  readonly type: string
  readonly customerId: string | null
  readonly data: object
}

/** An event about an intent that expects a purchase at an origin (a web site). */
export interface IntentEventOrigin {
  readonly bucket: number
  readonly id: string
  readonly intent_id: string
  readonly origin: string
}

/** The fields of an intent event that name the intent, and the origin (web site) at which its purchase is expected. */
interface IntentEventData {
  readonly intentId?: string
  readonly expectedOrigin?: string
}

/**
 * Sets `originSeen` in an event if an earlier event of the same list says that a purchase has matched another intent with the same origin.
 * That earlier event is not in the database yet. Returns all other events with an origin as `unresolved`: once they are stored,
 * `markSeenOrigins` must set their `originSeen`. `events` must be in the order in which they happened.
 */
export function withSeenOrigins<Row extends NewlyStoredEvent>(
  events: readonly Row[],
): { readonly events: readonly Row[]; readonly unresolved: readonly IntentEventOrigin[] } {
  const unresolved: IntentEventOrigin[] = []
  const matched = new Map<string, string>()
  const marked = events.map((event) => {
    if (!event.type.startsWith('intent.')) return event
    const { intentId = '', expectedOrigin: origin } = event.data as IntentEventData
    if (origin === undefined) return event
    const key = `${event.customerId} ${origin}`
    const before = matched.get(key)
    if (event.type === 'intent.matched' && before === undefined) matched.set(key, intentId)
    if (before !== undefined && before !== intentId) return { ...event, data: { ...event.data, originSeen: true } }
    unresolved.push({ bucket: bucketOfId(event.id), id: event.id, intent_id: intentId, origin })
    return event
  })
  return { events: marked, unresolved }
}

const originColumns: TableColumns<IntentEventOrigin> = {
  bucket: 'smallint',
  id: 'word',
  intent_id: 'word',
  origin: 'text',
}

/**
 * Sets `originSeen` of stored events: whether a purchase of the customer has matched another intent with the same origin before. The
 * statement must be sent after the events are inserted, and before the statements that save the intents.
 */
export const markSeenOrigins = givenRowsUpdateWriter<IntentEventOrigin>(
  'tell-origins',
  `update events stored set data = (left(stored.data::text, -1) || ',"originSeen":' || (exists (
      select from intents seen where seen.bucket = stored.bucket and seen.id <> given.intent_id
        and ${MATCHED_AT_ORIGIN_SQL} stored.customer_id || ' ' || given.origin))::text || '}')::json
  from ${givenRowsTableSql({ id: 'text', intent_id: 'text', origin: 'text' })}
  where stored.bucket = given.bucket and stored.id = given.id`,
  originColumns,
)
