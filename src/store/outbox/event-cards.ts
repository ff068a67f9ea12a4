import { bucketOfId } from '../../lib/buckets.ts'
import { givenRowsUpdateWriter } from '../statements/write.ts'
import { givenRowsTableSql } from '../statements/given-rows.ts'
import type { TableColumns } from '../statements/columns.ts'

interface EventCard {
  readonly bucket: number
  readonly id: string
  readonly card_id: string
}

/** Lists the events about cards among the rows of events that are about to be stored, with the card of each event. */
export const cardsOfEvents = (
  events: readonly { readonly id: string; readonly type: string; readonly data: object }[],
): EventCard[] =>
  events
    .filter(({ type }) => type.startsWith('card.'))
    .map(({ id, data }) => ({ bucket: bucketOfId(id), id, card_id: (data as { cardId: string }).cardId }))

const columns: TableColumns<EventCard> = { bucket: 'smallint', id: 'word', card_id: 'word' }

/**
 * Adds to stored events about cards the row of the card. The statement must be sent after the statements that save the cards and insert the
 * events; an event about a card that is not stored stays as it is. The engine does not load all fields of a card for a decision, so only
 * the database has them all.
 */
export const addCards = givenRowsUpdateWriter<EventCard>(
  'add-cards-to-events',
  `update events stored set data = (left(stored.data::text, -1) || ',"card":' || (
      select row_to_json(card)::text from cards card where card.bucket = given.bucket and card.id = given.card_id) || '}')::json
  from ${givenRowsTableSql({ id: 'text', card_id: 'text' })}
  where stored.bucket = given.bucket and stored.id = given.id and (
    select true from cards card where card.bucket = given.bucket and card.id = given.card_id)`,
  columns,
)
