import { loadedSubscriptionColumns } from '../rows/subscriptions.ts'

/**
 * The SQL condition for the subscriptions that decisions read. Statuses are literals, not parameters, because PostgreSQL only uses a
 * partial index for a condition that is in the statement's text.
 */
const IS_OPEN = `status in ('active', 'paused')`

/**
 * SQL for the subscriptions of a card of `givenRowsTableSql` that decisions read, as JSON. Null: the card has none. It names the given bucket and
 * id and not those of the card's row, so that a distributed database reads one shard.
 */
export const OPEN_SUBSCRIPTIONS_SQL = `(select json_agg(open) from (select ${loadedSubscriptionColumns.join(', ')} from subscriptions
      where bucket = given.bucket and card_id = given.id and ${IS_OPEN} order by id) open)`

/**
 * SQL that selects a subscription `s` in the form of a matched intent, which bounds the purchase that matched it: the subscription's
 * amount, without tolerance. See `subscriptionAsBoundingIntent`.
 */
export const SUBSCRIPTION_AS_BOUNDING_INTENT_SQL = `s.id, s.card_id, 'matched',
    json_build_object('purpose', s.declared ->> 'purpose', 'expectedAmount', s.declared -> 'maxAmount', 'tolerance', 0),
    null::bigint, s.created_at, s.created_at, s.decided_by`
