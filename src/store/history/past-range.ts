import type { JournalHead } from '../../domain/batch/journal-entry.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import type { DatabaseSnapshot } from '../connection/snapshot.ts'

/** The journal entries of a customer that were made between two times. */
export interface PastJournalRange {
  readonly accountId: string
  readonly customerId: string
  /**
   * The first journal entry of the range, an authorization or a step. Its id has the prefix of an authorization in both cases, because it
   * is compared with the ids of authorizations.
   */
  readonly first: JournalHead
  /** The number of the last journal entry in the range. */
  readonly last: number
  /** The number of the last entry in the customer's whole journal. */
  readonly head: number
}

type RangeRequest = Pick<PastJournalRange, 'accountId' | 'customerId'> & { readonly from: number; readonly to: number }

/** Finds the entries of a journal between two times, both included, in Unix milliseconds. Null: the journal has no entry in this time. */
export async function findJournalRange(
  snapshot: DatabaseSnapshot,
  request: RangeRequest,
): Promise<PastJournalRange | null> {
  const { accountId, customerId, from, to } = request
  const [first, last, [head]] = await Promise.all([
    firstBetween(snapshot, request),
    lastBetween(snapshot, request),
    snapshot.rows<{ sequence: number }>(HEAD, [bucketOfId(customerId), customerId]),
  ])
  if (first === undefined || last === undefined || head === undefined || from > to) return null
  return { accountId, customerId, first, last, head: head.sequence }
}

/**
 * Finds a sequence such that every journal entry that was made at `moment` (Unix milliseconds) or later has this sequence or a higher one.
 */
export async function firstJournalSequenceFrom(
  snapshot: DatabaseSnapshot,
  range: PastJournalRange,
  moment: number,
): Promise<number> {
  return (await purchaseBefore(snapshot, range, moment)) + 1
}

/**
 * Finds the first journal entry of the range. Steps have no index by time. But purchases and steps are numbered together, in the order of
 * time. So the first step is searched between the last purchase before the beginning of the range and the first purchase after it.
 */
async function firstBetween(snapshot: DatabaseSnapshot, request: RangeRequest): Promise<JournalHead | undefined> {
  const { from, to } = request
  const [before, next] = await Promise.all([
    purchaseBefore(snapshot, request, from),
    purchaseFrom(snapshot, request, from),
  ])
  const [step] = await snapshot.rows<JournalHead & object>(FIRST_STEP, [...stepsBetween(request, before, next), from])
  const first = step === undefined ? next : { ...step, id: `txn_${step.id.slice('stp_'.length)}` }
  return first === undefined || first.at > to ? undefined : first
}

/** Finds the number of the last journal entry in the range, as `firstBetween` finds the first one. */
async function lastBetween(snapshot: DatabaseSnapshot, request: RangeRequest): Promise<number | undefined> {
  const { to } = request
  const [before, next] = await Promise.all([
    purchaseBefore(snapshot, request, to + 1),
    purchaseFrom(snapshot, request, to + 1),
  ])
  const [step] = await snapshot.rows<{ sequence: number }>(LAST_STEP, [...stepsBetween(request, before, next), to])
  return step?.sequence ?? (before === 0 ? undefined : before)
}

/** Finds the sequence of the customer's last authorization before a moment. Zero: there is no such authorization. */
async function purchaseBefore(snapshot: DatabaseSnapshot, customer: CustomerKey, moment: number): Promise<number> {
  const [row] = await snapshot.rows<{ sequence: number }>(PURCHASE_BEFORE, purchasesAt(customer, moment))
  return row?.sequence ?? 0
}

/** Finds the customer's first authorization that was made at a moment or later. */
async function purchaseFrom(
  snapshot: DatabaseSnapshot,
  customer: CustomerKey,
  moment: number,
): Promise<JournalHead | undefined> {
  const [row] = await snapshot.rows<JournalHead & object>(PURCHASE_FROM, purchasesAt(customer, moment))
  return row
}

type CustomerKey = Pick<PastJournalRange, 'accountId' | 'customerId'>

const purchasesAt = ({ accountId, customerId }: CustomerKey, moment: number) => [
  bucketOfId(customerId),
  `${accountId} ${customerId}`,
  smallestIdMadeAt('txn', moment),
]

const stepsBetween = ({ customerId }: CustomerKey, before: number, next: JournalHead | undefined) => [
  bucketOfId(customerId),
  customerId,
  before,
  next?.sequence ?? Number.MAX_SAFE_INTEGER,
]

const CUSTOMER = "account_id || ' ' || customer_id"
/**
 * SQL for the transactions of a customer. The customer is compared as in `onlyBy`, so that PostgreSQL takes their order from the index by
 * customer and no other.
 */
const OF_CUSTOMER = `from transactions where bucket = $1 and ${CUSTOMER} = any(array[$2])`
const PURCHASE_FROM = `select sequence, id, created_at as at ${OF_CUSTOMER} and id >= $3 order by ${CUSTOMER}, id limit 1`
const PURCHASE_BEFORE = `select sequence ${OF_CUSTOMER} and id < $3 order by ${CUSTOMER} desc, id desc limit 1`
const STEPS_BETWEEN =
  'from transaction_steps where bucket = $1 and customer_id = $2 and sequence > $3 and sequence < $4'
const FIRST_STEP = `select sequence, id, at ${STEPS_BETWEEN} and at >= $5 order by sequence limit 1`
const LAST_STEP = `select sequence ${STEPS_BETWEEN} and at <= $5 order by sequence desc limit 1`
const lastOf = (table: string) =>
  `coalesce((select sequence from ${table} where bucket = $1 and customer_id = $2 order by sequence desc limit 1), 0)`
const HEAD = `select greatest(${lastOf('transactions')}, ${lastOf('transaction_steps')})::float8 as sequence`
