import { bucketOf } from '../../lib/buckets.ts'
import type { Columns } from '../statements/columns.ts'
import { updating } from '../journal/write.ts'
import { givenRows } from '../sharding/given-rows.ts'
import { AT_ORIGIN } from './seen-origins.ts'

/** An event that is about to be stored. */
interface EventRow {
  readonly id: string
  readonly type: string
  readonly customer_id: string | null
  readonly data: object
}

/** An event of an intent that names an origin. */
export interface AskedOrigin {
  readonly bucket: number
  readonly id: string
  readonly intent_id: string
  readonly origin: string
}

/** An intent event's data, as far as it matters here. */
interface Told {
  readonly intentId?: string
  readonly expectedOrigin?: string
}

/**
 * Of events in their order: those that `tellOrigins` has to complete. Where an earlier one of them tells that a purchase has matched another
 * intent with the same origin, that is said at once: the database does not have it yet.
 */
export function originsToTell<Row extends EventRow>(
  events: readonly Row[],
): { readonly events: readonly Row[]; readonly asked: readonly AskedOrigin[] } {
  const asked: AskedOrigin[] = []
  const matched = new Map<string, string>()
  const told = events.map((event) => {
    if (!event.type.startsWith('intent.')) return event
    const { intentId = '', expectedOrigin: origin } = event.data as Told
    if (origin === undefined) return event
    const key = `${event.customer_id} ${origin}`
    const before = matched.get(key)
    if (event.type === 'intent.matched' && before === undefined) matched.set(key, intentId)
    if (before !== undefined && before !== intentId) return { ...event, data: { ...event.data, originSeen: true } }
    asked.push({ bucket: bucketOf(event.id), id: event.id, intent_id: intentId, origin })
    return event
  })
  return { events: told, asked }
}

const askedColumns: Columns<AskedOrigin> = { bucket: 'smallint', id: 'word', intent_id: 'word', origin: 'word' }

/**
 * Adds `originSeen` to stored events: whether a purchase of the customer has matched another intent with the origin by then. Sent behind the
 * events, and before what becomes of intents with them.
 */
export const tellOrigins = updating<AskedOrigin>(
  'tell-origins',
  `update events stored set data = (left(stored.data::text, -1) || ',"originSeen":' || (exists (
      select from intents seen where seen.bucket = stored.bucket and seen.id <> given.intent_id
        and ${AT_ORIGIN} stored.customer_id || ' ' || given.origin))::text || '}')::json
  from ${givenRows({ id: 'text', intent_id: 'text', origin: 'text' })}
  where stored.bucket = given.bucket and stored.id = given.id`,
  askedColumns,
)
