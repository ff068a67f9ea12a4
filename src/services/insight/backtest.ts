import { assertPresent } from '../../lib/assert.ts'
import type { Backtest as BacktestAnswer } from '../../contract/resources/backtests.ts'
import { MOST_BACKTEST_ENTRIES } from '../../contract/resources/backtests.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import type { Limits, Policy } from '../../contract/policy.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { BacktestRun } from '../../domain/backtest/backtest.ts'
import { type BacktestDifference, backtestDifferenceReasons } from '../../domain/backtest/findings.ts'
import { backtestNotes } from '../../domain/backtest/notes.ts'
import type { PastJournalEntry, BacktestRulesChange } from '../../domain/backtest/past.ts'
import type { RuleMemoryValues } from '../../domain/entities.ts'
import type { AnyRuleMemory } from '../../domain/memories/memories.ts'
import { emptyLevelSpend, type LevelSpend } from '../../domain/spend/spend-windows.ts'
import { DAY_MS, isoTimestamp } from '../../lib/clock.ts'
import type { Database } from '../../store/connection/database.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { findCustomer } from '../../store/customers/customers.ts'
import { readRuleMemoryBeforeRange } from '../../store/history/past-memories.ts'
import { pastJournalPages, readPastHolds, readPastCards } from '../../store/history/past-pages.ts'
import { findJournalRange, type PastJournalRange } from '../../store/history/past-range.ts'
import { PolicyReader } from '../../store/history/policy-reader.ts'
import { onDatabaseSnapshot, type DatabaseSnapshot } from '../../store/connection/snapshot.ts'
import { spendBeforeBacktestRange, firstJournalEntryForPastSpend } from '../../store/history/past-spend.ts'
import { instantOfTimestamp } from '../input/instant.ts'
import { patchedLimits } from '../input/limits-input.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { patchedPolicy } from '../input/policy-input.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'

const DEFAULT_DAYS = 30
/** How many journal entries outside the range a backtest may read to compute what had been spent at the beginning of the range. */
const MOST_AROUND = 1_000_000
/**
 * How many times a backtest reads its journal entries at most, where shards of the database move meanwhile. With more, the caller would
 * wait too long.
 */
const MOST_TRIES = 3
/**
 * How many backtests a node runs at a time. They are fewer where the node has few connections for reads, so that some are left for other
 * requests.
 */
const MOST_AT_ONCE = 5
const LEFT_FOR_READS = 3

const turns = new WeakMap<Database, NodeWorkTurns>()

/**
 * Limits how many backtests run at a time, because each takes a connection and some of the thread for seconds. An account may run one,
 * whichever of its keys ask: a fifth of what a node runs. Backtests share the slices of the thread, so five of them take no more of the
 * thread than one.
 */
function turnsOn(database: Database): NodeWorkTurns {
  const inAll = Math.min(MOST_AT_ONCE, Math.max(1, database.pool.options.max - LEFT_FOR_READS))
  const own = turns.get(database) ?? new NodeWorkTurns({ ofName: 1, inAll, waitMs: 10_000 })
  turns.set(database, own)
  return own
}

type Body = OperationInputOf<'backtestPolicy'>['body']

const backtestPolicy: ReadOperationService<'backtestPolicy'> = async (context, { body }) => {
  const { accountId } = context.principal
  const target = await requestedChange(context, body)
  const range = rangeOf(body, context.clock.now())
  const { customerId, change } = target
  const backtest = await turnsOn(context.database).take(accountId, () =>
    onDatabaseSnapshot(
      context.database.pool,
      async (snapshot) => {
        const made = new BacktestRun({ accountId, customerId, change, mostExamples: body.limit ?? 50 })
        const past = await findJournalRange(snapshot, { accountId, customerId, from: range.from, to: range.until })
        if (past !== null) await run(snapshot, past, { backtest: made })
        return made
      },
      { mostTries: MOST_TRIES, gone: context.gone, accountId },
    ),
  )
  return answer(backtest, { ...range, notes: backtestNotes(change) })
}

/**
 * Reads which change of rules is to be tested, and finds the customer beneath which it is made. Throws a 404 where the level to change does
 * not exist.
 */
async function requestedChange(
  { db, byKey, principal }: ReadOperationContext,
  { level, id, policy, limits }: Body,
): Promise<{ customerId: string; change: BacktestRulesChange }> {
  const changeOf = (stored: { id: string; policy: Policy; limits: Limits }, currency: string): BacktestRulesChange => ({
    level,
    id: stored.id,
    ...(policy === undefined ? {} : { policy: patchedPolicy(stored.policy, policy) }),
    ...(limits === undefined ? {} : { limits: patchedLimits(stored.limits, limits, currency) }),
  })
  if (level === 'customer') {
    const customer = objectOr404(await findCustomer(db, principal.accountId, id), 'customer_not_found')
    return { customerId: customer.id, change: changeOf(customer, customer.currency) }
  }
  const holder =
    level === 'agent'
      ? objectOr404(await findAgent(db, principal, id), 'agent_not_found')
      : objectOr404(await byKey.card(principal, id), 'card_not_found')
  const customer = assertPresent(
    await findCustomer(db, principal.accountId, holder.customerId),
    'a level has its customer',
  )
  return { customerId: customer.id, change: changeOf(holder, customer.currency) }
}

interface Range {
  readonly from: number
  readonly to: number
  /**
   * The end of the journal entries that a backtest reads. It is later than `to` where `to` is now, because a node with a faster clock may
   * have written later entries.
   */
  readonly until: number
}

function rangeOf(body: Body, now: number): Range {
  const requestedEnd = instantOfTimestamp('to', body.to)
  const to = Math.max(0, requestedEnd ?? now)
  const from = Math.max(0, instantOfTimestamp('from', body.from) ?? to - DEFAULT_DAYS * DAY_MS)
  if (from > to) {
    throw invalidRequestError(
      'from',
      '`from` is after `to`.',
      'parameter_invalid',
      'Leave both out for the last 30 days.',
    )
  }
  return { from, to, until: requestedEnd === undefined ? now + DAY_MS : to }
}

async function run(
  snapshot: DatabaseSnapshot,
  range: PastJournalRange,
  { backtest }: { backtest: BacktestRun },
): Promise<void> {
  const entries = range.last - range.first.sequence + 1
  if (entries > MOST_BACKTEST_ENTRIES) {
    throw tooMany(
      `There are ${count(entries)} authorizations and steps of the customer in this time, and`,
      MOST_BACKTEST_ENTRIES,
    )
  }
  const begin = await firstJournalEntryForPastSpend(snapshot, range)
  const around = range.head - begin.sequence + 1
  if (range.first.sequence > 1 && around > MOST_AROUND) {
    throw tooMany(
      `It would have to read ${count(around)} authorizations and steps of the customer, from before this time until now, and`,
      MOST_AROUND,
    )
  }
  const spend = await spendBeforeBacktestRange(snapshot, range, begin)
  for (const [level, spent] of spend) backtest.begin(level, spent)
  const policies = new PolicyReader()
  for await (const page of pastJournalPages(snapshot, policies, range)) {
    await meet(snapshot, page, { range, backtest, policies, spend })
    const earlier = await earlierMemories(snapshot, page, { range, backtest })
    for await (const past of snapshot.slices.each(page)) {
      backtest.take(past, earlier.get(past.sequence))
    }
  }
}

interface Running {
  readonly range: PastJournalRange
  readonly backtest: BacktestRun
}

/** Passes to the backtest the data that a page of journal entries refers to: cards that appear first, and holds from before the range. */
async function meet(
  snapshot: DatabaseSnapshot,
  page: readonly PastJournalEntry[],
  { range, backtest, policies, spend }: Running & { policies: PolicyReader; spend: ReadonlyMap<string, LevelSpend> },
): Promise<void> {
  const used = page.flatMap(({ cardId, oneTimeCardId }) => [cardId, oneTimeCardId ?? cardId])
  const cards = new Set(used.filter((id) => !backtest.knowsCard(id)))
  if (cards.size > 0) {
    for (const { lastApprovedAt, ...card } of await readPastCards(snapshot, range, [...cards])) {
      backtest.begin(card.id, { ...(spend.get(card.id) ?? emptyLevelSpend), lastApprovedAt })
      backtest.meetCard(card)
    }
  }
  const isBefore = (id: string) => id < range.first.id && !backtest.knowsHold(id)
  const holds = new Set(page.map(({ transactionId }) => transactionId).filter(isBefore))
  if (holds.size === 0) return
  for (const { state, intent } of await readPastHolds(snapshot, policies, { range, ids: [...holds] })) {
    backtest.meetHold(state, intent)
  }
}

/**
 * Reads, for the purchases on a page of the journal, the memories of rules from before the backtest's range, by the purchases' sequences.
 */
async function earlierMemories(
  snapshot: DatabaseSnapshot,
  page: readonly PastJournalEntry[],
  { range, backtest }: Running,
): Promise<ReadonlyMap<number, RuleMemoryValues>> {
  const earlier = new Map<number, Map<AnyRuleMemory, unknown>>()
  if (range.first.sequence === 1) return earlier
  const sought = page.flatMap((past) => {
    if (past.kind !== 'authorization' && past.kind !== 'increment') return []
    const since = [...backtest.looksBackTo(past)]
    return since.flatMap(([memory, from]) => (from < range.first.at ? [{ memory, past, since: from }] : []))
  })
  for (const [memory, lookBacks] of Map.groupBy(sought, (each) => each.memory)) {
    const found = await readRuleMemoryBeforeRange(snapshot, range, { memory, lookBacks })
    for (const [index, { past }] of lookBacks.entries()) {
      const known = earlier.get(past.sequence) ?? new Map<AnyRuleMemory, unknown>()
      earlier.set(past.sequence, known.set(memory, found[index]))
    }
  }
  return earlier
}

const tooMany = (what: string, most: number) =>
  invalidRequestError(
    'from',
    `${what} a backtest takes ${count(most)} at most.`,
    'parameter_invalid',
    'Choose a later `from`, or an earlier `to`.',
  )

const count = (value: number): string => value.toLocaleString('en')

type About = Pick<Range, 'from' | 'to'> & { readonly notes: BacktestAnswer['notes'] }

function answer({ findings, elsewhere }: BacktestRun, { from, to, notes }: About): BacktestAnswer {
  const { decisions, same, wouldDecline, wouldApprove, byRule, examples } = findings
  return {
    from: isoTimestamp(from),
    to: isoTimestamp(to),
    decisions,
    same,
    wouldDecline,
    wouldApprove,
    notes,
    elsewhere: { wouldDecline: elsewhere.wouldDecline, wouldApprove: elsewhere.wouldApprove },
    byRule,
    examples: examples.map(example),
  }
}

function example(changed: BacktestDifference): BacktestAnswer['examples'][number] {
  const { past, would, trace } = changed
  const { transactionId, cardId, kind, amount, was } = past
  return {
    transactionId,
    cardId,
    kind,
    at: isoTimestamp(past.at),
    amount,
    ...(past.kind === 'authorization' ? { currency: past.currency, merchant: past.merchant } : {}),
    was,
    would,
    reasons: [...backtestDifferenceReasons(changed)],
    trace: [...trace],
  }
}

export const backtestHandlers = {
  backtestPolicy: readOperationHandler(backtestPolicy),
}
