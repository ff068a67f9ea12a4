import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import type { LoadedSubscription } from '../../domain/subscription.ts'
import { readSubscriptions } from './past-subscriptions.ts'
import { intentIdOfVersion, type IntentRowWithCorrections, loadedIntentOfStateRow } from '../rows/states.ts'
import type { transactionStepsTable } from '../rows/transaction-steps.ts'
import type { StoredTransaction } from '../rows/transactions.ts'
import type { intentsTable } from '../rows/intents.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'
import type { PolicyReader } from './policy-reader.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

export type StoredTransactionStep = SelectedTableRow<typeof transactionStepsTable>

/** A decision or step of a journal, with the page in which it was read. */
export interface JournalHistoryEntry {
  readonly customerId: string
  readonly sequence: number
  readonly transaction: StoredTransaction
  /** The step that the journal entry records. Null: the entry is the transaction's own decision, or its forced capture. */
  readonly step: StoredTransactionStep | null
  readonly page: JournalHistoryPage
}

/** The data that a replay of the journal needs beside the entries of a page. */
export interface JournalHistoryPage {
  /**
   * All steps of the transactions on the page, by the transaction's id and in the order of the journal. They include steps before and after
   * the page.
   */
  readonly steps: ReadonlyMap<string, readonly StoredTransactionStep[]>
  readonly intents: ReadonlyMap<string, PastIntent>
  /**
   * The subscriptions that purchases of the page could match. The taken period of each is the present one, and not that of the time of the
   * purchase.
   */
  readonly subscriptions: ReadonlyMap<string, LoadedSubscription>
  readonly cards: ReadonlyMap<string, FixedCardColumns>
}

export interface PastIntent extends LoadedIntent {
  readonly row: IntentRowWithCorrections &
    Pick<SelectedTableRow<typeof intentsTable>, 'matched_at' | 'transaction_id' | 'match_result'>
}

/** The columns of a card that never change. */
export interface FixedCardColumns {
  readonly id: string
  readonly last4: string | null
  readonly created_at: number
}

interface Key {
  customer_id: string
  sequence: number
  transaction_id: string
  is_step: boolean
}

/** Reads all decisions and steps, by customer and in the order of their numbers. `customerId` undefined: those of all customers. */
export async function* readJournalHistoryEntries(
  snapshot: DatabaseSnapshot,
  policies: PolicyReader,
  customerId: string | undefined,
): AsyncGenerator<JournalHistoryEntry> {
  const own = customerId === undefined ? '' : 'where customer_id = $1'
  const keys = `select customer_id, sequence, id as transaction_id, false as is_step from transactions ${own}
    union all select customer_id, sequence, transaction_id, true from transaction_steps ${own}
    order by customer_id, sequence, transaction_id`
  const values = customerId === undefined ? [] : [customerId]
  for await (const page of pagesOfSnapshotQuery<Key>(snapshot, 'history', [keys, values])) {
    yield* snapshot.slices.each(await readPage(snapshot, policies, page))
  }
}

/** Counts the decisions and steps that `readJournalHistoryEntries` would yield. */
export async function countJournalHistoryEntries(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): Promise<number> {
  const own = customerId === undefined ? '' : 'where customer_id = $1'
  const [row] = await snapshot.rows<{ entries: number }>(
    `select ((select count(*) from transactions ${own}) + (select count(*) from transaction_steps ${own}))::float8 as entries`,
    customerId === undefined ? [] : [customerId],
  )
  return row?.entries ?? 0
}

async function readPage(
  snapshot: DatabaseSnapshot,
  policies: PolicyReader,
  keys: readonly Key[],
): Promise<JournalHistoryEntry[]> {
  const ids = [...new Set(keys.map((key) => key.transaction_id))]
  const transactions = new Map(
    (await snapshot.rows<StoredTransaction>('select * from transactions where id = any($1)', [ids])).map((row) => [
      row.id,
      row,
    ]),
  )
  const allSteps = await snapshot.rows<StoredTransactionStep>(
    'select * from transaction_steps where transaction_id = any($1) order by transaction_id, sequence',
    [ids],
  )
  const steps = Map.groupBy(allSteps, (step) => step.transaction_id)
  const decided = [...transactions.values(), ...allSteps]
  await policies.load(
    snapshot,
    decided.flatMap((row) => row.policy_version ?? []),
  )
  const page: JournalHistoryPage = {
    steps,
    intents: await readIntents(snapshot, [...transactions.values()]),
    subscriptions: await readSubscriptions(snapshot, [...transactions.values()]),
    cards: await readCards(snapshot, [...transactions.values()]),
  }
  return keys.flatMap((key) => {
    const transaction = transactions.get(key.transaction_id)
    const ofTransaction = steps.get(key.transaction_id) ?? []
    const step = key.is_step ? (ofTransaction.find(({ sequence }) => sequence === key.sequence) ?? null) : null
    return transaction ? [{ customerId: key.customer_id, sequence: key.sequence, transaction, step, page }] : []
  })
}

async function readIntents(
  snapshot: DatabaseSnapshot,
  transactions: readonly StoredTransaction[],
): Promise<Map<string, PastIntent>> {
  const ids = new Set(
    transactions.flatMap(({ decision_inputs: inputs, intent_id }) => [
      ...(inputs?.intents ?? []).map(intentIdOfVersion),
      ...(intent_id === null ? [] : [intent_id]),
    ]),
  )
  if (ids.size === 0) return new Map()
  const rows = await snapshot.rows<PastIntent['row']>(
    `select id, card_id, declared, ceiling, created_at, expires_at, decided_by, status, matched_at, transaction_id, match_result, corrections
      from intents where id = any($1)`,
    [[...ids]],
  )
  return new Map(rows.map((row) => [row.id, { ...loadedIntentOfStateRow(row), row }]))
}

async function readCards(
  snapshot: DatabaseSnapshot,
  transactions: readonly StoredTransaction[],
): Promise<Map<string, FixedCardColumns>> {
  const ids = new Set(transactions.flatMap((row) => [row.card_id, row.one_time_card_id].filter((id) => id !== null)))
  const rows = await snapshot.rows<FixedCardColumns>('select id, last4, created_at from cards where id = any($1)', [
    [...ids],
  ])
  return new Map(rows.map((row) => [row.id, row]))
}
