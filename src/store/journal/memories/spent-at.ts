import type { Merchant } from '../../../domain/entities.ts'
import { type SpentAmount, spentAtMerchantsMemory } from '../../../domain/memories/spent-at.ts'
import {
  recognizedKey,
  soughtMerchantKeys,
  merchantWhereabouts,
} from '../../../domain/merchant-match/merchant-match.ts'
import { smallestIdMadeAt } from '../../../lib/ids.ts'
import { givenRowsSqlParameters, givenRowsTableSql } from '../../statements/given-rows.ts'
import type { SendSqlStatement } from '../../transactions/earlier-purchases.ts'
import { NEXT_MERCHANT_KEY_VERSION, storedMerchantKey } from '../../rows/merchant-key.ts'
import { AFTER_ALL_JOURNAL_SEQUENCES, type RuleMemoryReader } from './reader.ts'

/** Reads what the cards of customers have spent at the merchants of purchases, and what was given back of it. */
export const spentAtMerchantsReader: RuleMemoryReader<readonly SpentAmount[]> = {
  read: async (connection, { needing }, { requested, now }) => {
    const customerOf = new Map(needing.map(({ id, customerId }) => [id, customerId]))
    const byCustomer = new Map<string, Merchant[]>(needing.map(({ customerId }) => [customerId, []]))
    for (const { cardId, merchant } of requested) byCustomer.get(customerOf.get(cardId ?? '') ?? '')?.push(merchant)
    const since = spentAtMerchantsMemory.journal?.since({ customer: null, agent: null, card: null }, now) ?? now
    const looks = [...byCustomer].map(([customerId, merchants]) => ({
      customerId,
      merchants,
      since,
      beforeSequence: AFTER_ALL_JOURNAL_SEQUENCES,
    }))
    const found = await readSpent((statement, values) => connection.rows(statement, values), looks)
    return new Map(looks.map(({ customerId }, index) => [customerId, found[index] ?? []]))
  },
  readPast: (send, lookBacks) =>
    readSpent(
      send,
      lookBacks.map(({ merchant, ...lookBack }) => ({ ...lookBack, merchants: [merchant] })),
    ),
}

/** A search for what a customer's cards have spent at merchants after `since` (Unix milliseconds), as the journal has it. */
interface Look {
  readonly customerId: string
  readonly merchants: readonly Merchant[]
  readonly since: number
  /** The number of the journal entry before which the search ends: this entry and later ones do not count. */
  readonly beforeSequence: number
}

interface Row {
  readonly position: number
  readonly id: string
  readonly merchant_name: string | null
  readonly agent_id: string | null
  readonly card_id: string
  readonly at: number
  readonly amount: number
}

/**
 * Reads what was spent at the merchants of each search: a list for each of `looks`, in their order. It takes the longer, the more purchases
 * these merchants had in the time of the search.
 */
async function readSpent(send: SendSqlStatement, looks: readonly Look[]): Promise<SpentAmount[][]> {
  const probes = looks.flatMap((look, index) => probesOf(look).map((probe) => ({ ...look, ...probe, index })))
  const found = looks.map((): SpentAmount[] => [])
  if (probes.length === 0) return found
  const customers = probes.map(({ customerId }) => customerId)
  const rows = await send<Row>(
    selectSpent,
    givenRowsSqlParameters<unknown>(customers, [
      customers,
      probes.map(({ kind }) => kind),
      probes.map(({ low }) => low),
      probes.map(({ high }) => high),
      probes.map(({ since }) => since),
      probes.map(({ since }) => smallestIdMadeAt('txn', since)),
      probes.map(({ since }) => smallestIdMadeAt('stp', since)),
      probes.map(({ beforeSequence }) => beforeSequence),
    ]),
  )
  // Several probes may find one transaction. It counts once, by the first of them.
  const finders = new Map<string, number>()
  for (const { position, id, merchant_name: merchantName, agent_id: agentId, card_id: cardId, ...spent } of rows) {
    const index = probes[position - 1]?.index ?? 0
    const finder = finders.get(`${index} ${id}`) ?? position
    finders.set(`${index} ${id}`, finder)
    const { at, amount } = spent
    if (finder === position)
      found[index]?.push({ at, amount, merchantName, merchantKey: recognizedKey(merchantName), agentId, cardId })
  }
  return found
}

/**
 * A search for transactions of the time, by the recognized key of their merchants. `key`: under one key. `range`: under the keys from `low`
 * on, before `high`. `raised`: transactions from before the time that were raised within it, and captures of what was declined or on a card
 * check, whatever their key.
 */
interface Probe {
  readonly kind: 'key' | 'range' | 'raised'
  readonly low: string
  readonly high: string
}

/** A text that sorts after all recognized keys of merchants. */
const LAST = '\u{10ffff}'

function probesOf({ customerId, merchants }: Look): Probe[] {
  if (merchants.length === 0) return []
  const keys = new Set(['']) // forced captures, and purchases whose key is not filled in yet
  const beginnings = new Set<string>()
  for (const merchant of merchants) {
    const sought = soughtMerchantKeys(merchant.name, merchantWhereabouts(merchant))
    for (const key of sought.keys) keys.add(storedMerchantKey(key))
    for (const beginning of sought.beginnings) beginnings.add(storedMerchantKey(beginning))
  }
  const of = (key: string) => `${customerId} ${key}`
  return [
    ...[...keys].map((key): Probe => ({ kind: 'key', low: of(key), high: '' })),
    ...[...beginnings].map((key): Probe => ({ kind: 'range', low: of(key), high: of(key + LAST) })),
    { kind: 'range', low: of(NEXT_MERCHANT_KEY_VERSION), high: of(LAST) },
    { kind: 'raised', low: '', high: '' },
  ]
}

const COUNTS = `t.decision = 'approve' and t.type <> 'credit' and t.amount > 0`
const FOUND = `t.id, t.bucket, t.merchant->>'name' as merchant_name, t.agent_id, t.card_id, t.created_at, case when ${COUNTS} then t.amount else 0 end as amount`
const SPENDING = `${COUNTS} and t.sequence < given.before`
const WITH_KEY = `t.customer_id || ' ' || t.merchant_key`

/**
 * The statement that reads what was spent at merchants. A transaction counts its amount at its own moment, and each of its steps what the
 * step has changed, at the moment that the step names. The `order by` makes the planner read by the index whose rows are in that order.
 */
const selectSpent = {
  name: 'select-spent-at-merchants',
  text: `select given.position::integer as position, t.id, t.merchant_name, t.agent_id, t.card_id, part.at, sum(part.amount)::bigint as amount
    from ${givenRowsTableSql(
      {
        id: 'text',
        kind: 'text',
        low: 'text',
        high: 'text',
        since: 'bigint',
        after: 'text',
        raised_after: 'text',
        before: 'bigint',
      },
      { isNumbered: true },
    )}
    cross join lateral (
      (select ${FOUND} from transactions t
        where given.kind = 'key' and t.bucket = given.bucket and ${WITH_KEY} = given.low and t.id >= given.after and ${SPENDING}
        order by (${WITH_KEY}), t.id)
      union all
      (select ${FOUND} from transactions t
        where given.kind = 'range' and t.bucket = given.bucket and ${WITH_KEY} >= given.low and ${WITH_KEY} < given.high
          and t.id >= given.after and ${SPENDING}
        order by (${WITH_KEY}), t.id)
      union all
      (select ${FOUND} from (
          select distinct bucket, transaction_id from transaction_steps
          where given.kind = 'raised' and bucket = given.bucket and customer_id = given.id and id >= given.raised_after
            and kind in ('increment', 'advise', 'capture', 'settle') and counted is not null and sequence < given.before) raised
        join transactions t on t.bucket = raised.bucket and t.id = raised.transaction_id
        where t.id < given.after or not (${COUNTS}))) t
    cross join lateral (
      select t.created_at as at, t.amount as amount
      union all
      select (step.part->>0)::bigint, (step.part->>1)::bigint from (
        select json_array_elements(counted) as part from transaction_steps
        where bucket = t.bucket and transaction_id = t.id and sequence < given.before and counted is not null) step) part
    where part.at > given.since
    group by 1, 2, 3, 4, 5, 6
    having sum(part.amount) <> 0`,
}
