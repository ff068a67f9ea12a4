import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import {
  MAX_POSTING_DAYS,
  MAX_POSTING_GROUPS,
  type MoneyPosting,
  type PostingGroup,
  type PostingSummary,
} from '../../contract/resources/stats/postings.ts'
import { rollupScopeOfAccount, spendGroupsOfLevel } from '../../domain/rollups/spend-shares.ts'
import { DAY_MS, isoTimestamp } from '../../lib/clock.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'
import { listPostings as listLines, type PostingLine } from '../../store/postings/posting-lines.ts'
import type { PostingLevel, PostingRange } from '../../store/postings/posting-range.ts'
import { type PostingGroupSums, postingSums } from '../../store/postings/posting-sums.ts'
import { currenciesOfSums } from '../../store/spend-rollups/currencies-of-sums.ts'
import { emptyTimeRangeError, endOfTimeRange, instantOfTimestamp } from '../input/instant.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { postingCsvFile } from './posting-file.ts'
import { groupNameView, namesOfSpendGroups, type StatsScope, statsScope } from './stats-scope.ts'

const DEFAULT_DAYS = 30

/** Limits how many sums of postings are computed at a time: two for an account, ten on the node, as for sums of spend. */
const turns = new NodeWorkTurns({ ofAccount: 2, inAll: 10, waitMs: answerStepDeadlinesMs.queue })

type Query = Pick<OperationInputOf<'listPostings'>['query'], 'from' | 'to' | 'customerId' | 'agentId' | 'cardId'>

const listPostings: ReadOperationService<'listPostings'> = async (context, { query }) => {
  const scope = await statsScope(context, query)
  const range = { ...rangeOf(query, context.clock.now()), ...ownerOf(context, scope) }
  if (context.format === 'csv') return postingCsvFile(context, query, scope === null ? null : range)
  return paginate(context, {
    name: 'listPostings',
    query,
    load: async (page) =>
      scope === null ? [] : listLines(context.db, { ...page, ...range, order: 'newest', costCenter: query.costCenter }),
    view: postingView,
  })
}

const getPostingSummary: ReadOperationService<'getPostingSummary'> = (context, { query }) =>
  turns.take(context.principal, () => postingSummary(context, query))

async function postingSummary(
  context: ReadOperationContext,
  query: Query & { readonly groupBy?: PostingGroup },
): Promise<PostingSummary> {
  const { db, clock, spendRollups } = context
  const { groupBy = 'none' } = query
  const range = checkedRange(rangeOf(query, clock.now()))
  const answer = { from: isoTimestamp(range.from), to: isoTimestamp(range.before), groupBy }
  const scope = await statsScope(context, query)
  if (scope === null) return { ...answer, data: [] }
  checkGroup(scope, groupBy)
  // The sums are exact without this, too: it leaves fewer entries to be added one by one.
  await spendRollups.catchUp().catch(() => undefined)
  const sums = await postingSums(db, {
    ...range,
    ...ownerOf(context, scope),
    customerId: scope.above.customer ?? undefined,
    scopes: await storedScopes(context, scope),
    groupBy,
    most: MAX_POSTING_GROUPS,
  })
  const ordered = groupBy === 'day' ? sums.toSorted((a, b) => Number(a.group_key) - Number(b.group_key)) : sums
  const names = await namesOfSpendGroups(
    context,
    groupBy,
    sums.map(({ group_key: group }) => ({ group: group || null })),
  )
  return {
    ...answer,
    data: ordered.map((row) => ({ ...sumsView(row, groupBy), ...groupNameView(names, row.group_key) })),
  }
}

/** The scopes of an account's stored sums: one for each currency in which its customers have bought. */
async function storedScopes({ db }: ReadOperationContext, { level, scopeId, currency }: StatsScope) {
  if (level !== 'account') return [{ scopeId, currency }]
  const currencies = [currency, ...(await currenciesOfSums(db, scopeId, currency))]
  return currencies.map((each) => ({ scopeId: rollupScopeOfAccount(scopeId, each), currency: each }))
}

/** Days are told of every level. Other groups are told where sums of spend are stored by them. */
function checkGroup({ level }: StatsScope, groupBy: PostingGroup): void {
  if (groupBy === 'day' || spendGroupsOfLevel[level].includes(groupBy)) return
  const message = `The postings of one ${level} are not summed by ${groupBy}.`
  const hint = 'Ask for `groupBy=day`, or for the customer or the account.'
  throw invalidRequestError('groupBy', message, 'parameter_invalid', hint)
}

/** The range of a query in Unix milliseconds. Without an end it ends after this moment. */
function rangeOf({ from, to }: Query, now: number): Pick<PostingRange, 'from' | 'before'> {
  const before = endOfTimeRange('to', to) ?? now + 1
  const first = instantOfTimestamp('from', from) ?? before - DEFAULT_DAYS * DAY_MS
  if (first >= before) throw emptyTimeRangeError('from', 'to')
  return { from: first, before }
}

function checkedRange(range: Pick<PostingRange, 'from' | 'before'>) {
  if (range.before - range.from <= (MAX_POSTING_DAYS + 1) * DAY_MS) return range
  const message = `The range is longer than ${MAX_POSTING_DAYS} days.`
  throw invalidRequestError('from', message, 'parameter_invalid', `Ask for at most ${MAX_POSTING_DAYS} days at a time.`)
}

function ownerOf(
  { principal }: ReadOperationContext,
  scope: StatsScope | null,
): Pick<PostingRange, 'accountId' | 'level'> {
  const { accountId } = principal
  if (scope === null || scope.level === 'account') return { accountId }
  const level: PostingLevel = { kind: scope.level, id: scope.scopeId }
  return { accountId, level }
}

const sumsView = (row: PostingGroupSums, groupBy: PostingGroup) => ({
  ...(groupBy === 'none' ? {} : { group: groupView(row, groupBy) }),
  ...(row.group_key === null ? { others: true as const } : {}),
  currency: row.currency,
  authorized: row.authorized,
  held: row.held,
  captured: row.captured,
  refunded: row.refunded,
  net: row.captured - row.refunded,
})

const groupView = ({ group_key: group }: PostingGroupSums, groupBy: PostingGroup): string | null =>
  groupBy === 'day' && group !== null ? isoTimestamp(Number(group)).slice(0, 10) : group || null

/** A posting as the API shows it. */
const postingView = ({ approval, ...line }: PostingLine): MoneyPosting => ({
  id: `pst_${line.id}`,
  transactionId: line.transactionId,
  postedAt: isoTimestamp(line.at),
  kind: line.kind,
  amount: line.amount,
  held: line.held,
  currency: line.currency,
  merchant: line.merchant,
  customerId: line.customerId,
  agentId: line.agentId,
  cardId: line.cardId,
  ...(line.costCenter === null ? {} : { costCenter: line.costCenter }),
  ...(line.intentId === null ? {} : { intentId: line.intentId }),
  ...(line.subscriptionId === null ? {} : { subscriptionId: line.subscriptionId }),
  ...(approval === null ? {} : { approvedBy: approval.by, approvedAt: isoTimestamp(approval.at) }),
  ...(approval?.note ? { approvalNote: approval.note } : {}),
})

export const postingHandlers = {
  listPostings: readOperationHandler(listPostings),
  getPostingSummary: readOperationHandler(getPostingSummary),
}
