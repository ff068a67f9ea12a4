import { invalidRequest } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations.ts'
import { MOST_DAYS, MOST_GROUPS, type SpendGroup } from '../../contract/resources/stats.ts'
import { groupsOf, hasHours, hasPeriods, type Level, sumEnd, sumStart } from '../../domain/spend/spend-shares.ts'
import { DAY_MS, timestamp } from '../../lib/clock.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { findCard } from '../../store/cards/cards.ts'
import { findCustomer } from '../../store/customers/customers.ts'
import { type SpendSums, spendSums } from '../../store/spend-rollups/spend-sums.ts'
import { instant } from '../input/instant.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { read } from '../request/handler.ts'

const DEFAULT_DAYS = 30

type Query = InputOf<'getSpendStats'>['query']

const getSpendStats: ReadService<'getSpendStats'> = async (context, { query }) => {
  const { db, clock, spendRollups } = context
  const { bucket = 'day', groupBy = 'none' } = query
  const range = rangeOf(query, clock.now())
  if (bucket === 'hour' && groupBy !== 'none') throw notKept('groupBy', 'Hours are told as one sum.')
  const scope = await scopeOf(context, query)
  const answer = { from: timestamp(range.from), to: timestamp(range.to), bucket, groupBy }
  if (scope === null) return { ...answer, data: [] }
  // If this fails, the answer lacks the latest purchases. The sweeps try again and log the failure.
  await spendRollups.catchUp().catch(() => undefined)
  const above = scope.above[groupBy]
  if (bucket === 'hour' && !hasHours(scope.level)) throw notKept('bucket', `Hours of ${aLevel(scope)} are not kept.`)
  if (above === undefined && !groupsOf[scope.level].includes(groupBy))
    throw notKept('groupBy', `Beneath ${aLevel(scope)} nothing is told apart by ${groupBy}.`)
  const rows = await spendSums(db, {
    scopeId: scope.scopeId,
    groupBy: above === undefined ? groupBy : 'none',
    bucket,
    ...range,
    most: MOST_GROUPS,
    hasPeriods: hasPeriods(scope.level, groupBy),
  })
  return { ...answer, data: rows.map((row) => sumsView(row, { groupBy, above })) }
}

/** The range of a query in whole days or hours, Unix milliseconds; `to` is exclusive. */
function rangeOf({ from, to, bucket = 'day' }: Query, now: number): { from: number; to: number } {
  const end = sumEnd(bucket, instant('to', to) ?? now)
  const first = sumStart(bucket, instant('from', from) ?? end - DEFAULT_DAYS * DAY_MS)
  if (first >= end) throw badRange('`from` is after `to`.')
  if (end - first > (MOST_DAYS + 1) * DAY_MS) throw badRange(`The range is longer than ${MOST_DAYS} days.`)
  return { from: first, to: end }
}

const badRange = (message: string) =>
  invalidRequest('from', message, 'parameter_invalid', `Ask for at most ${MOST_DAYS} days at a time.`)

const notKept = (param: string, message: string) =>
  invalidRequest(
    param,
    message,
    'parameter_invalid',
    'Ask for days, for no groups, or for the customer or the account.',
  )

const aLevel = ({ level }: StatsScope) => (level === 'account' || level === 'agent' ? `an ${level}` : `a ${level}`)

/** The level that a query is about, with the ids of the levels above it. */
interface StatsScope {
  readonly level: Level
  readonly scopeId: string
  readonly above: Partial<Record<SpendGroup, string | null>>
}

/** The most specific level that a query names. Null: the caller cannot see it, or it is not beneath the other levels that are named. */
async function scopeOf(
  { db, principal }: ReadContext,
  { customerId, agentId, cardId }: Query,
): Promise<StatsScope | null> {
  const named = agentId ?? principal.agentId ?? undefined
  if (cardId !== undefined) {
    const card = await findCard(db, principal, cardId)
    if (card === undefined || isOther(card.customer_id, customerId) || isOther(card.agent_id, agentId)) return null
    return { level: 'card', scopeId: cardId, above: { customer: card.customer_id, agent: card.agent_id, card: cardId } }
  }
  if (named !== undefined) {
    const agent = await findAgent(db, principal, named)
    if (agent === undefined || isOther(agent.customerId, customerId)) return null
    return { level: 'agent', scopeId: named, above: { customer: agent.customerId, agent: named } }
  }
  if (customerId === undefined) return { level: 'account', scopeId: principal.accountId, above: {} }
  const customer = await findCustomer(db, principal.accountId, customerId)
  return customer === undefined ? null : { level: 'customer', scopeId: customerId, above: { customer: customerId } }
}

const isOther = (id: string | null, requested: string | undefined): boolean =>
  requested !== undefined && id !== requested

/** The answer for one bucket. `above`: the group of all sums, where they are grouped by a level above the one that is asked about. */
const sumsView = (row: SpendSums, { groupBy, above }: { groupBy: SpendGroup; above: string | null | undefined }) => ({
  start: timestamp(row.start),
  ...(groupBy === 'none' ? {} : { group: above === undefined ? row.group_key || null : above }),
  ...(row.is_rest ? { others: true } : {}),
  approved: { count: row.approved_count, amount: row.approved_amount },
  declined: { count: row.declined_count, amount: row.declined_amount },
})

export const statsHandlers = { getSpendStats: read(getSpendStats) }
