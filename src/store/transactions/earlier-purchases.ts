import type { Merchant, RecentPurchase } from '../../domain/entities.ts'
import { soughtMerchantKeys, merchantWhereabouts } from '../../domain/merchant-match/merchant-match.ts'
import { MOST_COMPARED_PURCHASES, recentPurchase } from '../../domain/transactions/recent-purchase.ts'
import { givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import { MERCHANT_KEY_VERSION, NEXT_MERCHANT_KEY_VERSION, storedMerchantKey } from '../rows/merchant-key.ts'

/** A purchase that may be a duplicate of earlier ones. */
export interface PossibleDuplicate {
  readonly cardId: string
  readonly amount: number
  readonly merchant: Merchant
  /** The ids of transactions between which the earlier purchases are looked for: from `after` on, and before `before`. */
  readonly after: string
  readonly before: string
}

/** A text that sorts after the ids of all transactions. */
export const AFTER_ALL_TRANSACTION_IDS = 'txn_~'

/** Sends an SQL statement, and resolves with its rows. */
export type SendSqlStatement = <Row extends object>(
  statement: { readonly name: string; readonly text: string },
  values: unknown[],
) => Promise<Row[]>

interface Row {
  readonly position: number
  readonly created_at: number
  readonly merchant_name: string | null
}

/**
 * Reads the earlier purchases that a purchase may duplicate: approved ones of its card and amount, at a merchant that may be the same.
 * Resolves with one list for each of `lookBacks`, in their order. It takes the same time after few purchases and after many.
 */
export async function earlierPurchases(
  send: SendSqlStatement,
  lookBacks: readonly PossibleDuplicate[],
): Promise<RecentPurchase[][]> {
  const probes = lookBacks.flatMap((lookBack, index) =>
    probesOf(lookBack).map((probe) => ({ ...lookBack, ...probe, index })),
  )
  if (probes.length === 0) return lookBacks.map(() => [])
  const cards = probes.map(({ cardId }) => cardId)
  const rows = await send<Row>(
    selectEarlier,
    givenRowsSqlParameters(cards, [
      cards,
      probes.map(({ after }) => after),
      probes.map(({ before }) => before),
      probes.map(({ amount }) => amount),
      probes.map(({ kind }) => kind),
      probes.map(({ low }) => low),
      probes.map(({ high }) => high),
    ]),
  )
  const found = lookBacks.map((): RecentPurchase[] => [])
  for (const { position, created_at: at, merchant_name: name } of rows) {
    const probe = probes[position - 1]
    if (probe !== undefined) found[probe.index]?.push(recentPurchase(at, probe.amount, name === null ? {} : { name }))
  }
  return found
}

/**
 * A search for earlier purchases at a merchant by its name. `with_key`: purchases under one recognized key. `recent`: the card's newest
 * purchases. `without_key`: purchases whose key is not of this version.
 */
interface Probe {
  readonly kind: 'with_key' | 'recent' | 'without_key'
  readonly low: string
  readonly high: string
}

function probesOf({ merchant }: PossibleDuplicate): Probe[] {
  const { keys, beginnings } = soughtMerchantKeys(merchant.name, merchantWhereabouts(merchant))
  const withKey = [...keys].map((key): Probe => ({ kind: 'with_key', low: storedMerchantKey(key), high: '' }))
  const recent: Probe = { kind: 'recent', low: beginnings.map(storedMerchantKey).join(' '), high: '' }
  return [
    ...withKey,
    ...(beginnings.length === 0 ? [] : [recent]),
    { kind: 'without_key', low: '', high: MERCHANT_KEY_VERSION },
    { kind: 'without_key', low: NEXT_MERCHANT_KEY_VERSION, high: LAST },
  ]
}

/** A text that sorts after all recognized keys of merchants. */
const LAST = '\u{10ffff}'

/**
 * How many of a card's newest purchases are searched for a recognized key of which only the beginning is known: see
 * `MerchantLookupKeys.beginnings`.
 */
const MOST_RECENT = 500

const EARLIER = `bucket = given.bucket and card_id = given.id and id >= given.after and id < given.before
        and decision = 'approve' and type = 'authorization'`

/**
 * The statement that reads earlier purchases of cards. The `order by` makes the planner read by the index whose rows are in that order,
 * whatever statistics say: without it, if most rows belong to few cards, it reads the whole table once for all cards.
 */
const selectEarlier = {
  name: 'select-earlier-purchases',
  text: `select given.position::integer as position, t.created_at, t.merchant_name
    from ${givenRowsTableSql(
      { id: 'text', after: 'text', before: 'text', amount: 'bigint', kind: 'text', low: 'text', high: 'text' },
      { isNumbered: true },
    )}
    cross join lateral (
      (select created_at, merchant->>'name' as merchant_name from transactions
        where given.kind = 'with_key' and ${EARLIER} and amount = given.amount and merchant_key = given.low
        order by card_id, amount, merchant_key, id desc limit ${MOST_COMPARED_PURCHASES})
      union all
      (select created_at, merchant_name from (
          select created_at, amount, merchant->>'name' as merchant_name, merchant_key from transactions
          where given.kind = 'recent' and ${EARLIER}
          order by card_id desc, id desc limit ${MOST_RECENT}) newest
        where amount = given.amount
          and exists (select from unnest(string_to_array(given.low, ' ')) beginning where starts_with(merchant_key, beginning)))
      union all
      (select created_at, merchant->>'name' as merchant_name from transactions
        where given.kind = 'without_key' and ${EARLIER} and amount = given.amount
          and merchant_key >= given.low and merchant_key < given.high
        order by card_id, amount, merchant_key, id)) t`,
}
