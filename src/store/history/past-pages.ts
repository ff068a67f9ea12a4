import type { PastJournalEntry, PastCard, PastDecisionRules } from '../../domain/backtest/past.ts'
import { subscriptionAsBoundingIntent } from '../../domain/batch/working-set.ts'
import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import { noSentCredentials } from '../../domain/credentials.ts'
import type { Merchant } from '../../domain/entities.ts'
import { matchedIntentId, type TransactionState } from '../../domain/transactions/transaction.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { LoadedSubscription } from '../../domain/subscription.ts'
import {
  intentIdOfVersion,
  type IntentRowWithCorrections,
  intentAtVersion,
  loadedIntentOfStateRow,
} from '../rows/states.ts'
import { packTransactionFlags } from '../rows/transaction-flags.ts'
import type { StoredTransaction } from '../rows/transactions.ts'
import { noTransactionFlags } from '../../domain/decision/flags.ts'
import type { StoredTransactionStep } from './history-pages.ts'
import type { PastJournalRange } from './past-range.ts'
import type { PolicyReader } from './policy-reader.ts'
import type { DatabaseSnapshot } from '../connection/snapshot.ts'
import { readSubscriptions, pastSubscriptions } from './past-subscriptions.ts'
import { SEQUENCE_RANGE_SQL } from './past-spend.ts'
import { transactionStateBeforeStep } from './transaction-states.ts'
import { GIVEN_IDS_TABLE_SQL, givenIdsSqlParameters } from '../statements/given-rows.ts'

/**
 * How many numbers of the journal one page covers. So many entries are in memory at once, and are decided before other work of the process
 * has its turn.
 */
const PAGE = 500

type PurchaseRow = Pick<
  StoredTransaction,
  | 'id'
  | 'sequence'
  | 'card_id'
  | 'one_time_card_id'
  | 'agent_id'
  | 'type'
  | 'amount'
  | 'currency'
  | 'merchant'
  | 'decision'
  | 'reasons'
  | 'intent_id'
  | 'subscription_id'
  | 'policy_version'
  | 'decision_inputs'
  | 'created_at'
  | 'expires_at'
> & {
  /** True: nothing was decided, because the journal entry records a fact that an issuer has reported. */
  readonly is_fact: boolean
}
type StepRow = Pick<
  StoredTransactionStep,
  | 'transaction_id'
  | 'sequence'
  | 'card_id'
  | 'agent_id'
  | 'kind'
  | 'amount'
  | 'final'
  | 'decision'
  | 'reasons'
  | 'counted'
  | 'policy_version'
  | 'decision_inputs'
  | 'at'
> & { readonly merchant: Merchant; readonly one_time_card_id: string | null }

/** Reads the decisions and steps in a range of the journal, in its order, page by page. */
export async function* pastJournalPages(
  snapshot: DatabaseSnapshot,
  policies: PolicyReader,
  { customerId, first, last }: PastJournalRange,
): AsyncGenerator<PastJournalEntry[]> {
  const read = (from: number) => {
    const values = [bucketOfId(customerId), customerId, from, Math.min(last, from + PAGE - 1)]
    return Promise.all([
      snapshot.rows<PurchaseRow>(`select ${PURCHASE} from transactions ${SEQUENCE_RANGE_SQL}`, values),
      snapshot.rows<StepRow>(`select ${STEP} from transaction_steps ${SEQUENCE_RANGE_SQL}`, values),
    ])
  }
  let next = read(first.sequence)
  for (let from = first.sequence; from <= last; from += PAGE) {
    const [purchases, steps] = await next
    const decided = [...purchases, ...steps]
    await policies.load(
      snapshot,
      decided.flatMap((row) => row.policy_version ?? []),
    )
    const waiting = purchases.flatMap(({ decision_inputs }) => decision_inputs?.intents ?? [])
    const intents = await readIntents(snapshot, waiting.map(intentIdOfVersion))
    const subscriptions = await readSubscriptions(snapshot, purchases)
    // The server reads the next page of journal entries while this page is decided.
    if (from + PAGE <= last) {
      next = read(from + PAGE)
      next.catch(() => undefined)
    }
    const rulesOf = (version: string | null) =>
      assertPresent(policies.inputs(version ?? ''), 'a decision has its policy')
    yield [
      ...purchases.flatMap((row) => purchaseOf(row, rulesOf, { intents, subscriptions }) ?? []),
      ...steps.flatMap((row) => stepOf(row, rulesOf)),
    ].toSorted((a, b) => a.sequence - b.sequence)
  }
}

const PURCHASE = `id, sequence, card_id, one_time_card_id, agent_id, type, amount, currency, merchant, decision, reasons, intent_id, subscription_id,
  policy_version, decision_inputs, created_at, expires_at, json_array_length(trace) = 0 as is_fact`
const ofTransaction = (column: string): string => `(select ${column} from transactions own
    where own.bucket = transaction_steps.bucket and own.id = transaction_steps.transaction_id) as ${column}`
const STEP = `transaction_id, sequence, card_id, agent_id, kind, amount, final, decision, reasons, counted,
  policy_version, decision_inputs, at, ${ofTransaction('merchant')}, ${ofTransaction('one_time_card_id')}`

type RulesOf = (version: string | null) => PastDecisionRules

interface Waited {
  readonly intents: ReadonlyMap<string, IntentRowWithCorrections>
  readonly subscriptions: ReadonlyMap<string, LoadedSubscription>
}

function purchaseOf(row: PurchaseRow, rulesOf: RulesOf, { intents, subscriptions }: Waited): PastJournalEntry | null {
  const { id, sequence, agent_id, amount, created_at, decision_inputs: inputs } = row
  const { merchant } = row
  const cards = cardsOf(row)
  const common = { sequence, at: created_at, ...cards, agentId: agent_id, transactionId: id, amount, merchant }
  if (row.type === 'force_capture') return { ...common, kind: row.type }
  if (row.type === 'credit') return null
  if (row.is_fact) return row.decision === 'approve' ? { ...common, kind: 'stand_in' } : null
  const waited = (inputs?.intents ?? []).flatMap((read) => {
    const intent = intents.get(intentIdOfVersion(read))
    return intent === undefined ? [] : [{ ...intentAtVersion(intent, read), status: 'pending' as const }]
  })
  return {
    ...common,
    kind: row.type,
    currency: row.currency,
    was: row.decision,
    reasons: row.reasons,
    rules: rulesOf(row.policy_version),
    attestedAt: inputs?.attestedAt ?? null,
    credentials: inputs?.credentials ?? noSentCredentials,
    failedCredentials: inputs?.failedCredentials ?? [],
    intents: waited,
    usedIntentId: row.intent_id,
    ...pastSubscriptions(inputs?.subscriptions, subscriptions),
    ...(inputs === null ? {} : { remembered: inputs }),
    expiresAt: row.expires_at,
  }
}

const cardsOf = (row: Pick<StepRow, 'card_id' | 'one_time_card_id'>) => ({
  cardId: row.card_id,
  ...(row.one_time_card_id === null ? {} : { oneTimeCardId: row.one_time_card_id }),
})

function stepOf(row: StepRow, rulesOf: RulesOf): PastJournalEntry[] {
  const { sequence, at, agent_id: agentId, transaction_id: transactionId, amount, merchant, kind } = row
  const common = { sequence, at, ...cardsOf(row), agentId, transactionId, amount, merchant, counted: row.counted ?? [] }
  if (kind === 'refund') return []
  if (kind !== 'increment') return [{ ...common, kind, final: row.final ?? true }]
  const was = assertPresent(row.decision, 'an increment is decided')
  const reasons = row.reasons ?? []
  const attestedAt = row.decision_inputs?.attestedAt ?? null
  return [{ ...common, kind, was, reasons, attestedAt, rules: rulesOf(row.policy_version) }]
}

async function readIntents(
  snapshot: DatabaseSnapshot,
  ids: readonly string[],
): Promise<Map<string, IntentRowWithCorrections>> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return new Map()
  const rows = await snapshot.rows<IntentRowWithCorrections>(INTENTS, givenIdsSqlParameters(uniqueIds))
  return new Map(rows.map((row) => [row.id, row]))
}

const INTENTS = `select stored.id, card_id, declared, ceiling, created_at, expires_at, decided_by, status, corrections
  from ${GIVEN_IDS_TABLE_SQL} join intents stored on stored.bucket = given.bucket and stored.id = given.id`

/** A card as it was before the range of a backtest, with the time of its last approved purchase before the range, in Unix milliseconds. */
export interface PastCardRow extends PastCard {
  readonly lastApprovedAt: number | null
}

/** Reads cards as they were before the range of a backtest began. Times are Unix milliseconds. */
export async function readPastCards(
  snapshot: DatabaseSnapshot,
  { first }: PastJournalRange,
  ids: readonly string[],
): Promise<PastCardRow[]> {
  return snapshot.rows(PAST_CARDS, [...givenIdsSqlParameters(ids), first.id, first.at])
}

/**
 * SQL condition: a purchase in the range or after it has locked the card to its merchant. The time of the lock is not stored, but the flags
 * of the purchase that locked the card say that it did.
 */
const LOCKED_SINCE = `exists (select from transactions own where own.bucket = given.bucket and own.card_id = given.id
  and own.id >= $4 and own.flags & ${packTransactionFlags({ ...noTransactionFlags, wouldLockMerchant: true })} <> 0)`
const PAST_CARDS = `select stored.id, stored.created_at as "createdAt",
    case when merchant_lock is not null and not ${LOCKED_SINCE} then merchant_lock end as "merchantLock",
    case when consumed_at < $5 then consumed_at end as "consumedAt",
    (select created_at from transactions own where own.bucket = given.bucket and own.card_id = given.id and own.id < $4
      and decision = 'approve' and type = 'authorization' and amount > 0 order by own.id desc limit 1) as "lastApprovedAt"
  from ${GIVEN_IDS_TABLE_SQL} join cards stored on stored.bucket = given.bucket and stored.id = given.id`

export interface PastHold {
  readonly state: TransactionState
  /** The intent that the transaction has matched. Null: it matched none. */
  readonly intent: LoadedIntent | null
}

/** Reads transactions that were made before the range of a backtest, in the state that they had when the range began. */
export async function readPastHolds(
  snapshot: DatabaseSnapshot,
  policies: PolicyReader,
  { range, ids }: { range: PastJournalRange; ids: readonly string[] },
): Promise<PastHold[]> {
  const values = givenIdsSqlParameters(ids)
  const [transactions, allSteps] = await Promise.all([
    snapshot.rows<StoredTransaction>(
      `select stored.* from ${GIVEN_IDS_TABLE_SQL} join transactions stored on stored.bucket = given.bucket and stored.id = given.id`,
      values,
    ),
    snapshot.rows<StoredTransactionStep>(
      `select stored.* from ${GIVEN_IDS_TABLE_SQL} join transaction_steps stored on stored.bucket = given.bucket
        and stored.transaction_id = given.id order by stored.transaction_id, stored.sequence`,
      values,
    ),
  ])
  const steps = Map.groupBy(allSteps, (step) => step.transaction_id)
  const intents = await readIntents(
    snapshot,
    transactions.flatMap(({ intent_id }) => intent_id ?? []),
  )
  const subscriptions = await readSubscriptions(snapshot, transactions)
  return transactions.map((transaction) => {
    const page = { steps, intents: new Map(), subscriptions, cards: new Map() }
    const { customerId, first } = range
    const next = (steps.get(transaction.id) ?? []).find(({ sequence }) => sequence >= first.sequence) ?? null
    const state = transactionStateBeforeStep(
      { customerId, sequence: first.sequence, transaction, step: next, page },
      policies,
    )
    const id = matchedIntentId(state) ?? ''
    const subscription = subscriptions.get(id)
    const intent = intents.get(id)
    return {
      state,
      intent: subscription
        ? subscriptionAsBoundingIntent(subscription)
        : intent
          ? loadedIntentOfStateRow(intent)
          : null,
    }
  })
}
