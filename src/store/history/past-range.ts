import type { JournalHead } from '../../domain/batch/journal-entry.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { firstId } from '../../lib/ids.ts'
import type { Snapshot } from './snapshot.ts'

/** The entries of a customer in some time, as a part of its journal. */
export interface PastRange {
  readonly accountId: string
  readonly customerId: string
  /** The first entry, an authorization or a step. Its id has the prefix of an authorization either way: ids of authorizations are compared with it. */
  readonly first: JournalHead
  /** The number of the last one. */
  readonly last: number
  /** The number of the last entry that there is. */
  readonly head: number
}

type Asked = Pick<PastRange, 'accountId' | 'customerId'> & { readonly from: number; readonly to: number }

/** Both moments included, Unix milliseconds. Null: the journal has no entry of this time. */
export async function findRange(snapshot: Snapshot, asked: Asked): Promise<PastRange | null> {
  const { accountId, customerId, from, to } = asked
  const [first, last, [head]] = await Promise.all([
    firstBetween(snapshot, asked),
    lastBetween(snapshot, asked),
    snapshot.rows<{ sequence: number }>(HEAD, [bucketOf(customerId), customerId]),
  ])
  if (first === undefined || last === undefined || head === undefined || from > to) return null
  return { accountId, customerId, first, last, head: head.sequence }
}

/** The number of the first entry that may be of a moment or later. */
export async function firstEntryFrom(snapshot: Snapshot, range: PastRange, moment: number): Promise<number> {
  return (await purchaseBefore(snapshot, range, moment)) + 1
}

/**
 * Steps have no index by time. Their numbers are looked for between those of the two purchases around the moment: the journal has
 * both in one order, which is that of time.
 */
async function firstBetween(snapshot: Snapshot, asked: Asked): Promise<JournalHead | undefined> {
  const { from, to } = asked
  const [before, next] = await Promise.all([purchaseBefore(snapshot, asked, from), purchaseFrom(snapshot, asked, from)])
  const [step] = await snapshot.rows<JournalHead & object>(FIRST_STEP, [...stepsBetween(asked, before, next), from])
  const first = step === undefined ? next : { ...step, id: `txn_${step.id.slice('stp_'.length)}` }
  return first === undefined || first.at > to ? undefined : first
}

/** The number of the last entry, looked for in the same way. */
async function lastBetween(snapshot: Snapshot, asked: Asked): Promise<number | undefined> {
  const { to } = asked
  const [before, next] = await Promise.all([
    purchaseBefore(snapshot, asked, to + 1),
    purchaseFrom(snapshot, asked, to + 1),
  ])
  const [step] = await snapshot.rows<{ sequence: number }>(LAST_STEP, [...stepsBetween(asked, before, next), to])
  return step?.sequence ?? (before === 0 ? undefined : before)
}

/** The number of the last authorization before a moment; 0: there is none. */
async function purchaseBefore(snapshot: Snapshot, of: Of, moment: number): Promise<number> {
  const [found] = await snapshot.rows<{ sequence: number }>(PURCHASE_BEFORE, purchasesAt(of, moment))
  return found?.sequence ?? 0
}

/** The first authorization of a moment or later. */
async function purchaseFrom(snapshot: Snapshot, of: Of, moment: number): Promise<JournalHead | undefined> {
  const [found] = await snapshot.rows<JournalHead & object>(PURCHASE_FROM, purchasesAt(of, moment))
  return found
}

type Of = Pick<PastRange, 'accountId' | 'customerId'>

const purchasesAt = ({ accountId, customerId }: Of, moment: number) => [
  bucketOf(customerId),
  `${accountId} ${customerId}`,
  firstId('txn', moment),
]

const stepsBetween = ({ customerId }: Of, before: number, next: JournalHead | undefined) => [
  bucketOf(customerId),
  customerId,
  before,
  next?.sequence ?? Number.MAX_SAFE_INTEGER,
]

const OF_CUSTOMER = "from transactions where bucket = $1 and account_id || ' ' || customer_id = $2"
const PURCHASE_FROM = `select sequence, id, created_at as at ${OF_CUSTOMER} and id >= $3 order by id limit 1`
const PURCHASE_BEFORE = `select sequence ${OF_CUSTOMER} and id < $3 order by id desc limit 1`
const STEPS_BETWEEN =
  'from transaction_steps where bucket = $1 and customer_id = $2 and sequence > $3 and sequence < $4'
const FIRST_STEP = `select sequence, id, at ${STEPS_BETWEEN} and at >= $5 order by sequence limit 1`
const LAST_STEP = `select sequence ${STEPS_BETWEEN} and at <= $5 order by sequence desc limit 1`
const lastOf = (table: string) =>
  `coalesce((select sequence from ${table} where bucket = $1 and customer_id = $2 order by sequence desc limit 1), 0)`
const HEAD = `select greatest(${lastOf('transactions')}, ${lastOf('transaction_steps')})::float8 as sequence`
