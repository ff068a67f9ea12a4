import {
  type ApprovalPast,
  type ApprovalPastQuestion,
  type PersonRejection,
} from '../../domain/intents/approval-past.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { MATCHED_AT_ORIGIN_SQL } from '../outbox/seen-origins.ts'
import { givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import type { PreparedStatement } from '../statements/query.ts'
import type { SendSqlStatement } from '../transactions/earlier-purchases.ts'

/**
 * Reads what declarations ask about the past of their customers, by customer id, in one round trip. Facts for which no question asks are
 * not read.
 */
export async function readApprovalPasts(
  send: SendSqlStatement,
  questions: readonly ApprovalPastQuestion[],
): Promise<ReadonlyMap<string, ApprovalPast>> {
  if (questions.length === 0) return new Map()
  const [rejections, automatic, origins] = await Promise.all([
    readRejections(send, questions),
    readAutomatic(send, questions),
    readKnownOrigins(send, questions),
  ])
  return new Map(
    questions.map(({ customerId }) => [
      customerId,
      {
        rejections: rejections.get(customerId) ?? [],
        automatic: automatic.get(customerId) ?? [],
        knownOrigins: new Set((origins.get(customerId) ?? []).map(({ origin }) => origin)),
      },
    ]),
  )
}

type OfCustomer<Row> = Row & { readonly customer_id: string }
type ByCustomer<Row> = ReadonlyMap<string, readonly Row[]>

/** Sends a statement about each of the customers that are asked about, with one more fact of each. */
async function rowsByCustomer<Row extends object>(
  send: SendSqlStatement,
  statement: PreparedStatement,
  facts: ReadonlyMap<string, number>,
): Promise<ByCustomer<OfCustomer<Row>>> {
  if (facts.size === 0) return new Map()
  const customers = [...facts.keys()]
  const parameters = givenRowsSqlParameters<unknown>(customers, [customers, [...facts.values()]])
  return Map.groupBy(await send<OfCustomer<Row>>(statement, parameters), ({ customer_id: id }) => id)
}

async function readRejections(
  send: SendSqlStatement,
  questions: readonly ApprovalPastQuestion[],
): Promise<ByCustomer<PersonRejection>> {
  const since = new Map<string, number>()
  for (const { customerId, rejectedSince: at } of questions) {
    if (at !== null) since.set(customerId, Math.min(at, since.get(customerId) ?? at))
  }
  return rowsByCustomer<PersonRejection>(send, selectRejections, since)
}

interface AutomaticRow {
  readonly agent_id: string | null
  readonly card_id: string
  readonly amount: number
}

async function readAutomatic(
  send: SendSqlStatement,
  questions: readonly ApprovalPastQuestion[],
): Promise<ByCustomer<ApprovalPast['automatic'][number]>> {
  const now = new Map(
    questions.flatMap(({ asksAutomatic, ...each }) => (asksAutomatic ? [[each.customerId, each.now]] : [])),
  )
  const rows = await rowsByCustomer<AutomaticRow>(send, selectAutomatic, now)
  const sumOf = ({ agent_id: agentId, card_id: cardId, amount }: AutomaticRow) => ({ agentId, cardId, amount })
  return new Map([...rows].map(([id, own]) => [id, own.map(sumOf)]))
}

async function readKnownOrigins(
  send: SendSqlStatement,
  questions: readonly ApprovalPastQuestion[],
): Promise<ByCustomer<{ readonly origin: string }>> {
  const pairs = questions.flatMap(({ customerId, origin }) => (origin === null ? [] : [{ customerId, origin }]))
  if (pairs.length === 0) return new Map()
  const customers = pairs.map(({ customerId }) => customerId)
  const parameters = givenRowsSqlParameters(customers, [customers, pairs.map(({ origin }) => origin)])
  const rows = await send<OfCustomer<{ origin: string }>>(selectKnownOrigins, parameters)
  return Map.groupBy(rows, ({ customer_id: id }) => id)
}

const selectRejections: PreparedStatement = {
  name: 'select-rejections',
  text: `select given.id as customer_id, rejected.*
    from ${givenRowsTableSql({ id: 'text', since: 'bigint' })}
    cross join lateral (
      (select agent_id as "agentId", card_id as "cardId", declared->>'expectedMerchant' as merchant, declared->>'expectedOrigin' as origin,
          (declared->>'expectedAmount')::bigint as amount, ceiling as most, coalesce(canceled_at, decided_at) as at
        from intents
        where bucket = given.bucket and customer_id = given.id and (status = 'rejected' or revoked_by is not null)
          and coalesce(canceled_at, decided_at) > given.since)
      union all
      (select agent_id, card_id, declared->>'merchant', declared->>'expectedOrigin', (declared->>'maxAmount')::bigint,
          (declared->>'maxAmount')::bigint, decided_at
        from subscriptions
        where bucket = given.bucket and customer_id = given.id and status = 'rejected' and decided_at > given.since)) rejected`,
}

/** The statement that sums up what was approved automatically: see `automaticAmount`. A subscription counts the most of one charge. */
const selectAutomatic: PreparedStatement = {
  name: 'select-automatic-approvals',
  text: `select given.id as customer_id, approved.agent_id, approved.card_id, sum(approved.amount)::bigint as amount
    from ${givenRowsTableSql({ id: 'text', now: 'bigint' })}
    cross join lateral (
      (select agent_id, card_id, coalesce(ceiling, 0) as amount from intents
        where bucket = given.bucket and customer_id = given.id and auto_approved_at > given.now - ${DAY_MS}
          and (status in ('matched', 'mismatched') or (status = 'pending' and expires_at > given.now)))
      union all
      (select agent_id, card_id, (declared->>'maxAmount')::bigint from subscriptions
        where bucket = given.bucket and customer_id = given.id and auto_approved_at > given.now - ${DAY_MS})) approved
    group by 1, 2, 3`,
}

const selectKnownOrigins: PreparedStatement = {
  name: 'select-known-origins',
  text: `select distinct given.id as customer_id, given.origin
    from ${givenRowsTableSql({ id: 'text', origin: 'text' })}
    where exists (select from intents seen
      where seen.bucket = given.bucket and ${MATCHED_AT_ORIGIN_SQL} given.id || ' ' || given.origin)`,
}
