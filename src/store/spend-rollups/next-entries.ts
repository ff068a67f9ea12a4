import { sql } from 'kysely'
import type { CountedSpend } from '../../domain/spend/counted-amount.ts'
import {
  noPostedMoney,
  plusPostedMoney,
  type PostedMoney,
  type PostedStep,
  postingOfStep,
  postingOfTransaction,
} from '../../domain/rollups/postings.ts'
import {
  emptySpendTally,
  type JournalEntryForRollups,
  spendRollupStart,
  type SpendTally,
} from '../../domain/rollups/spend-shares.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { Tx } from '../connection/db.ts'
import { bucketOfRowsJoinedToIds, givenIdsQueryTable } from '../statements/given-rows.ts'
import { boundedSpendSum } from '../statements/bounded-sum.ts'

/** The most entries of journals that one statement reads: so many transactions, and by another statement so many steps of transactions. */
const MOST_READ = 400
/**
 * How many times one transaction of the database reads journal entries before it writes the rollups. Most purchases of a moment change the
 * same rows, such as the sums of their card's day, so that many entries need few more writes than few.
 */
const MOST_READS = 32

interface Entry extends JournalEntryForRollups {
  readonly sequence: number
}

/** Up to which entry of a customer's journal the rollups count, and the customer's currency. */
export interface SpendRollupPosition {
  /** The sequence of the last entry of the customer's journal that the rollups include as spend. */
  readonly sequence: number
  /** The sequence of the last entry that the rollups include as a posting. It is never above `sequence`. */
  readonly posted_sequence: number
  readonly currency: string
}

export interface NextJournalEntries {
  /** Facts that the journal entries add to spend: one for all entries that count in the same sums. */
  readonly facts: Iterable<JournalEntryForRollups>
  /** The sequence of the last journal entry that was read of each customer, by the customer's id. */
  readonly reached: ReadonlyMap<string, number>
  /** The ids of the customers whose journals may have further entries. */
  readonly more: readonly string[]
}

/**
 * Reads the journal entries of customers that the rollups do not include yet, page by page, at least one page and at most until `isOver`
 * returns true.
 */
export async function nextRollupEntries(
  tx: Tx,
  sequences: ReadonlyMap<string, SpendRollupPosition>,
  isOver: () => boolean,
): Promise<NextJournalEntries> {
  const facts = new Map<string, JournalEntryForRollups>()
  const reached = new Map<string, number>()
  let left = sequences
  for (let reads = 0; reads < MOST_READS && left.size > 0 && (reads === 0 || !isOver()); reads += 1) {
    const most = Math.max(1, Math.floor(MOST_READ / left.size))
    const byCustomer = Map.groupBy(await entriesAfter(tx, left, most), ({ customerId }) => customerId)
    const further = new Map<string, SpendRollupPosition>()
    for (const [id, position] of left) {
      const own = withoutGaps(position.posted_sequence, byCustomer.get(id) ?? [])
      if (own.length === 0) continue
      for (const entry of own) addUp(facts, entry.sequence > position.sequence ? entry : onlyPosted(entry))
      const last = position.posted_sequence + own.length
      reached.set(id, last)
      if (own.length >= most) further.set(id, { ...position, posted_sequence: last })
    }
    left = further
  }
  return { facts: facts.values(), reached, more: [...left.keys()] }
}

async function entriesAfter(
  tx: Tx,
  sequences: ReadonlyMap<string, SpendRollupPosition>,
  most: number,
): Promise<Entry[]> {
  const ids = [...sequences.keys()]
  const posted = [...sequences.values()].map(({ posted_sequence: sequence }) => sequence)
  const heads = givenIdsQueryTable(ids, { sequence: sql`${posted}::bigint[]` })
  const ofEntry = (name: string) => sql`${sql.table(name)}.bucket = given.bucket
    and ${sql.table(name)}.customer_id = given.id and ${sql.table(name)}.sequence > given.sequence
    order by ${sql.table(name)}.sequence limit ${most}`
  const transactions = await sql<TransactionEntry>`select entry.* from ${heads} cross join lateral (
    select account_id, customer_id, agent_id, card_id, sequence, created_at as at, type, decision, amount, currency, merchant, cost_center, reasons
      from transactions where ${ofEntry('transactions')}) entry`.execute(tx)
  const ofItsTransaction = (column: string) => sql`(select t.${sql.ref(column)} from transactions t
      where t.bucket = ${bucketOfRowsJoinedToIds(ids, 'entry.bucket')} and t.id = entry.transaction_id) as ${sql.ref(column)}`
  const steps = await sql<StepEntry>`select entry.*, ${ofItsTransaction('merchant')}, ${ofItsTransaction('cost_center')}
    from ${heads} cross join lateral (
    select bucket, account_id, customer_id, agent_id, card_id, transaction_id, sequence, at, kind, amount, counted
      from transaction_steps where ${ofEntry('transaction_steps')}) entry`.execute(tx)
  const currencyOf = ({ customer_id: id }: EntryRow) =>
    assertPresent(sequences.get(id), 'its customer is locked').currency
  return [
    ...transactions.rows.map((row) => ofTransaction(row, currencyOf(row))),
    ...steps.rows.map((row) => ofStep(row, currencyOf(row))),
  ]
}

interface EntryRow {
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  sequence: number
  at: number
  merchant: { name?: string; mcc?: string } | null
  cost_center: string | null
}

interface TransactionEntry extends EntryRow {
  type: 'authorization' | 'force_capture' | 'credit'
  decision: 'approve' | 'decline'
  amount: number
  currency: string
  reasons: { code: string }[]
}

interface StepEntry extends EntryRow, PostedStep {
  counted: CountedSpend[] | null
}

const ofEntry = ({ merchant, ...row }: EntryRow, currency: string) => ({
  accountId: row.account_id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  cardId: row.card_id,
  currency,
  sequence: row.sequence,
  at: row.at,
  merchant: merchant?.name?.trim() ?? '',
  mcc: merchant?.mcc ?? '',
  costCenter: row.cost_center,
})

/** A decline in another currency than the customer's counts as a decline, but without its amount: no sum mixes currencies. */
function ofTransaction(row: TransactionEntry, currency: string): Entry {
  const entry = { ...ofEntry(row, currency), posted: postingOfTransaction(row) ?? noPostedMoney }
  if (row.type === 'credit') return { ...entry, reasons: [], approved: emptySpendTally, declined: emptySpendTally }
  const tally = { count: 1, amount: row.currency === currency ? row.amount : 0 }
  return row.decision === 'approve'
    ? { ...entry, reasons: [], approved: tally, declined: emptySpendTally }
    : {
        ...entry,
        reasons: [...new Set(row.reasons.map(({ code }) => code))],
        approved: emptySpendTally,
        declined: tally,
      }
}

/**
 * The entry of a step: the amount that it adds to the approved spend or takes from it, at the time of the step. A declined increment does
 * not count as a declined transaction.
 */
const ofStep = (row: StepEntry, currency: string): Entry => ({
  ...ofEntry(row, currency),
  reasons: [],
  approved: { count: 0, amount: (row.counted ?? []).reduce((sum, [, amount]) => sum + amount, 0) },
  declined: emptySpendTally,
  posted: postingOfStep(row) ?? noPostedMoney,
})

/**
 * Returns the journal entries up to the first gap of their sequences. Decisions and steps are in two tables, which are read by two
 * statements. An entry that is committed between the two statements may be missing from `read`. The missing entry and all later ones are
 * left for the next run.
 */
function withoutGaps(reached: number, read: readonly Entry[]): Entry[] {
  const entries = read.toSorted((a, b) => a.sequence - b.sequence)
  const gap = entries.findIndex(({ sequence }, index) => sequence !== reached + 1 + index)
  return gap === -1 ? entries : entries.slice(0, gap)
}

/** An entry that the rollups include as spend already: an older version has added it, which knew no postings. */
const onlyPosted = (entry: Entry): Entry => ({
  ...entry,
  reasons: [],
  approved: emptySpendTally,
  declined: emptySpendTally,
})

const isCountedSpend = ({ approved, declined }: JournalEntryForRollups) =>
  approved.amount !== 0 || approved.count !== 0 || declined.count !== 0
const isPostedMoney = (money: PostedMoney) => Object.values(money).some((cents) => cents !== 0)

/** Adds a journal entry to the rollup fact that has its hour, card, merchant, MCC, reasons and cost center: both count in the same sums. */
function addUp(facts: Map<string, JournalEntryForRollups>, entry: Entry): void {
  if (!isCountedSpend(entry) && !isPostedMoney(entry.posted)) return
  const { cardId, agentId, at, mcc, reasons, costCenter, merchant } = entry
  const key = JSON.stringify([cardId, agentId, spendRollupStart('hour', at), mcc, reasons, costCenter, merchant])
  const fact = facts.get(key)
  facts.set(
    key,
    fact === undefined
      ? entry
      : {
          ...fact,
          approved: plus(fact.approved, entry.approved),
          declined: plus(fact.declined, entry.declined),
          posted: plusPostedMoney(fact.posted, entry.posted),
        },
  )
}

const plus = (a: SpendTally, b: SpendTally): SpendTally => ({
  count: a.count + b.count,
  amount: boundedSpendSum(a.amount + b.amount),
})
