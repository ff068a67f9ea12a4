import { sql, type SqlBool } from 'kysely'

/** SQL condition about cards: the card is no one-time card. Lists, counts and exposures show these alone, with indexes of these alone. */
export const OWN_CARDS_SQL = 'parent_card_id is null'

export const isOwnCard = sql<SqlBool>`${sql.raw(OWN_CARDS_SQL)}`
