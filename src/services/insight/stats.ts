import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import {
  MAX_SPEND_DAYS,
  MAX_SPEND_GROUPS,
  MAX_SPEND_RANGE_DAYS,
  type SpendGroup,
  type SpendStats,
} from '../../contract/resources/stats/stats.ts'
import type { DayRange } from '../../domain/rollups/spend-parts.ts'
import {
  rollupScopeOfAccount,
  spendGroupsOfLevel,
  hasHourlyRollups,
  hasPeriodRollups,
  spendRollupEnd,
  spendRollupStart,
} from '../../domain/rollups/spend-shares.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'
import { DAY_MS, isoTimestamp } from '../../lib/clock.ts'
import { DEFAULT_CURRENCY, currencyUnlessDefault } from '../../domain/currencies.ts'
import { currenciesOfSums } from '../../store/spend-rollups/currencies-of-sums.ts'
import { knownCurrency } from '../input/known-currency.ts'
import { type SpendRangeSums, spendRangeSums } from '../../store/spend-rollups/range-sums.ts'
import { type SpendSums, spendSums } from '../../store/spend-rollups/spend-sums.ts'
import { endOfTimeRange, instantOfTimestamp, emptyTimeRangeError } from '../input/instant.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { groupNameView, namesOfSpendGroups, type StatsScope, statsScope } from './stats-scope.ts'

const DEFAULT_DAYS = 30

type Query = OperationInputOf<'getSpendStats'>['query']

/**
 * Limits how many sums of spend are computed at a time: two for an account, ten on the node. Sums of long ranges keep the database busy.
 */
const turns = new NodeWorkTurns({ ofAccount: 2, inAll: 10, waitMs: answerStepDeadlinesMs.queue })

const getSpendStats: ReadOperationService<'getSpendStats'> = (context, { query }) =>
  turns.take(context.principal, () => spendStats(context, query))

async function spendStats(context: ReadOperationContext, query: Query): Promise<SpendStats> {
  const { db, clock, spendRollups } = context
  const { bucket = 'day', groupBy = 'none' } = query
  const range = rangeOf(query, clock.now())
  const compared = comparedRange(query)
  const filter = filterOf(query)
  if (bucket === 'hour' && groupBy !== 'none') throw notKept('groupBy', 'Hours are told as one sum.')
  const scope = await statsScope(context, query)
  const currency = query.currency === undefined ? undefined : knownCurrency(query.currency)
  const answer = {
    from: isoTimestamp(range.from),
    to: isoTimestamp(range.to),
    bucket,
    groupBy,
    ...currencyUnlessDefault(currency ?? scope?.currency ?? DEFAULT_CURRENCY),
  }
  const isOfOther = scope?.level !== 'account' && currency !== undefined && currency !== scope?.currency
  if (scope === null || isOfOther) return { ...answer, data: [] }
  // If the rollups cannot be brought up to date, the answer lacks the latest purchases. The sweeps try again and log the failure.
  await spendRollups.catchUp().catch(() => undefined)
  const above = scope.above[groupBy]
  if (bucket === 'hour' && !hasHourlyRollups(scope.level))
    throw notKept('bucket', `Hours of ${aLevel(scope)} are not kept.`)
  const counted = filter?.groupBy ?? (above === undefined ? groupBy : 'none')
  if (!spendGroupsOfLevel[scope.level].includes(counted))
    throw notKept(filter?.param ?? 'groupBy', `Beneath ${aLevel(scope)} nothing is told apart by ${counted}.`)
  const sums = {
    groupBy: counted,
    only: filter?.value,
    bucket: bucket === 'hour' ? ('hour' as const) : ('day' as const),
    ...range,
    most: MAX_SPEND_GROUPS,
    hasPeriods: hasPeriodRollups(scope.level, counted),
  }
  const dataOf = async (scopeId: string): Promise<SpendStats['data']> => {
    const ofScope = { ...sums, scopeId }
    const rows =
      bucket === 'range'
        ? (await spendRangeSums(db, ofScope, compared)).map((row) => ({ ...row, start: range.from }))
        : await spendSums(db, ofScope)
    const views = rows.map((row) => sumsView(row, { groupBy, above, isCompared: compared !== null }))
    const names = await namesOfSpendGroups(context, groupBy, views)
    return views.map((view) => ({ ...view, ...groupNameView(names, view.group) }))
  }
  if (scope.level !== 'account') return { ...answer, data: await dataOf(scope.scopeId) }
  const first = currency ?? scope.currency
  const data = await dataOf(rollupScopeOfAccount(scope.scopeId, first))
  if (currency !== undefined) return { ...answer, data }
  const others = await currenciesOfSums(db, scope.scopeId, first)
  const ofOthers = await Promise.all(
    others.map(async (other) => ({ currency: other, data: await dataOf(rollupScopeOfAccount(scope.scopeId, other)) })),
  )
  const byCurrency = [{ currency: first, data }, ...ofOthers].filter((of) => of.data.length > 0)
  return { ...answer, data, ...(byCurrency.some((of) => of.currency !== first) ? { byCurrency } : {}) }
}

/**
 * The range of a query of statistics in Unix milliseconds, widened to whole hours or days of UTC, as which sums are kept. Without an end it
 * includes this moment.
 */
function rangeOf({ from, to, bucket = 'day' }: Query, now: number): DayRange {
  const length = bucket === 'hour' ? 'hour' : 'day'
  const last = endOfTimeRange('to', to)
  const begin = instantOfTimestamp('from', from)
  if (begin !== undefined && begin >= (last ?? now + 1)) throw emptyTimeRangeError('from', 'to')
  const end = lastEnd(length, last ?? now + 1)
  const first = spendRollupStart(length, begin ?? end - DEFAULT_DAYS * DAY_MS)
  return checked(
    { from: first, to: end },
    { param: 'from', most: bucket === 'range' ? MAX_SPEND_RANGE_DAYS : MAX_SPEND_DAYS },
  )
}

/** The end of the hour or day in which the moment before `end` lies. Sums of spend are stored by whole hours or days. */
const lastEnd = (length: 'hour' | 'day', end: number): number => spendRollupEnd(length, end - 1)

/** The range that a query of statistics compares its own range with. Null: the query asks for no comparison. */
function comparedRange({ compareFrom, compareTo, bucket }: Query): DayRange | null {
  const [from, to] = [instantOfTimestamp('compareFrom', compareFrom), endOfTimeRange('compareTo', compareTo)]
  if (from === undefined && to === undefined) return null
  const hint = 'Send `compareFrom` and `compareTo` together, with `bucket=range`.'
  if (from === undefined || to === undefined || bucket !== 'range')
    throw invalidRequestError('compareFrom', 'There is no range to compare with.', 'parameter_invalid', hint)
  if (from >= to) throw emptyTimeRangeError('compareFrom', 'compareTo')
  const days = { from: spendRollupStart('day', from), to: lastEnd('day', to) }
  return checked(days, { param: 'compareFrom', most: MAX_SPEND_RANGE_DAYS })
}

function checked(range: DayRange, { param, most }: { param: string; most: number }): DayRange {
  if (range.to - range.from <= (most + 1) * DAY_MS) return range
  const message = `The range is longer than ${most} days.`
  throw invalidRequestError(param, message, 'parameter_invalid', `Ask for at most ${most} days at a time.`)
}

interface Filter {
  readonly param: 'merchantName' | 'mcc'
  readonly groupBy: 'merchant' | 'category'
  readonly value: string
}

/**
 * Makes the filter for the purchases of one merchant or of one category (an MCC). It selects one group of the stored sums by merchant or by
 * category. Undefined: the query has no filter. Throws 400 for filters by which no sums are stored.
 */
function filterOf({ merchantName, mcc, groupBy = 'none', bucket }: Query): Filter | undefined {
  if (merchantName === undefined && mcc === undefined) return undefined
  const param = merchantName === undefined ? 'mcc' : 'merchantName'
  if (merchantName !== undefined && mcc !== undefined)
    throw notKept('mcc', 'Purchases are not summed by merchant and category together.')
  if (groupBy !== 'none' || bucket === 'hour') throw notKept(param, 'What is filtered is told as one sum of days.')
  return mcc === undefined
    ? { param, groupBy: 'merchant', value: (merchantName ?? '').trim() }
    : { param, groupBy: 'category', value: mcc }
}

const notKept = (param: string, message: string) =>
  invalidRequestError(
    param,
    message,
    'parameter_invalid',
    'Ask for days, for no groups, or for the customer or the account.',
  )

const aLevel = ({ level }: StatsScope) => (level === 'account' || level === 'agent' ? `an ${level}` : `a ${level}`)

interface Shown {
  readonly groupBy: SpendGroup
  readonly above: string | null | undefined
  readonly isCompared: boolean
}

/**
 * Makes the answer about one sum of spend in statistics. `above`: the id of the group of all sums, where the query asks for one customer,
 * agent or card and groups by that level or a level above it. Undefined: each row names its own group.
 */
const sumsView = (
  row: SpendSums & Partial<Pick<SpendRangeSums, 'compared'>>,
  { groupBy, above, isCompared }: Shown,
) => ({
  start: isoTimestamp(row.start),
  ...(groupBy === 'none' ? {} : { group: above === undefined ? row.group_key || null : above }),
  ...(row.is_rest ? { others: true } : {}),
  ...talliesView(row),
  ...(isCompared && row.compared ? { compared: talliesView(row.compared) } : {}),
})

const talliesView = (row: SpendRangeSums['compared']) => ({
  approved: { count: row.approved_count, amount: row.approved_amount },
  declined: { count: row.declined_count, amount: row.declined_amount },
})

export const statsHandlers = { getSpendStats: readOperationHandler(getSpendStats) }
