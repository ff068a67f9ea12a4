import { isStep, type Command } from '../../domain/batch/commands.ts'
import { referenceKey, type WorkingSet } from '../../domain/batch/working-set.ts'
import { columnNames } from '../columns.ts'
import type { Subscriber } from '../outbox.ts'
import type { SpendHistory } from '../spend-state.ts'
import { transactionColumns, transactionState } from '../transaction-state.ts'
import type { StoredTransaction } from '../transactions.ts'
import type { BatchConnection } from './connection.ts'
import type { Copies } from './copies.ts'
import { addCards, emptyFamily, merge, type Family } from './family.ts'
import { loadPurchases } from './purchases.ts'
import { readFamily } from './read-family.ts'
import type { SubscribersByAccount } from './subscribers-by-account.ts'
import { customerState, loadedIntent, type CustomerRow, type IntentRow, type SubscriberRow } from './rows.ts'

/** A batch's working set with the webhooks that its events go to. */
export interface LoadedBatch {
  readonly set: WorkingSet
  readonly subscribers: readonly Subscriber[]
  /** The older entries of each level's spend, as stored. */
  readonly histories: ReadonlyMap<string, SpendHistory>
  /** In which version each customer was found. */
  readonly versions: ReadonlyMap<string, string>
}

/**
 * Locks the customers of a batch, in id order, and gathers everything that its commands can touch. The lock of the
 * customer row guards everything beneath it: whoever changes an agent, a card, a policy or an intent takes it first, and
 * two nodes never deadlock. What this node has copies of is not read again, as long as the locked row names their
 * version. All statements but the first of a step travel together; outdated copies cost a second round trip.
 *
 * `now`, read before the locks, only bounds how far back duplicates are looked for.
 */
export async function loadBatch(
  connection: BatchConnection,
  commands: readonly Command[],
  { now, copies, webhooks }: { now: number; copies: Copies; webhooks: SubscribersByAccount },
): Promise<LoadedBatch> {
  const stepIds = commands.filter(isStep).map((command) => command.transactionId)
  const steps = stepIds.length === 0 ? [] : await connection.rows<{ card_id: string }>(cardsOfSteps, [stepIds])
  const cardIds = unique([
    ...commands.flatMap((command) => (isStep(command) ? [] : [command.cardId])),
    ...steps.map((row) => row.card_id),
  ])
  const references = referencesOf(commands)
  const accountIds = unique(commands.map(({ accountId }) => accountId))
  // Asked once: another lane may drop copies meanwhile.
  const { copied = [], unknown = [] } = Object.groupBy(cardIds, (id) => (copies.has(id) ? 'copied' : 'unknown'))
  const [customers, read, transactions, matched, active] = await Promise.all([
    lock(connection, cardIds, copies),
    readFamily(connection, unknown, copies),
    references.cards.length + stepIds.length === 0
      ? []
      : connection.rows<StoredTransaction>(selectTransactions, [
          references.cards,
          references.references,
          stepIds.length === 0 ? null : stepIds, // for an empty list the planner reads every pending hold
        ]),
    stepIds.length === 0 ? [] : connection.rows<IntentRow>(selectMatchedIntents, [stepIds]),
    connection.rows<SubscriberRow>(selectSubscribers, [accountIds]),
  ])
  const family = await completed(connection, read, { copied, customers, copies })
  const set: WorkingSet = {
    ...family,
    customers: keyed(customers.map(customerState)),
    matchedIntents: keyed(matched.map(loadedIntent)),
    purchases: new Map(),
    transactions: keyed(transactions.map(transactionState)),
    references: new Map(transactions.flatMap(referenceEntry)),
  }
  await loadPurchases(connection, set, { commands, now })
  const subscribers = active.map(({ id, account_id, events }) => ({ id, accountId: account_id, events }))
  webhooks.keep(accountIds, subscribers)
  return {
    set,
    histories: family.histories,
    versions: new Map(customers.map(({ id, version }) => [id, version])),
    subscribers,
  }
}

function lock(connection: BatchConnection, cardIds: readonly string[], copies: Copies): Promise<CustomerRow[]> {
  const known = cardIds.flatMap((id) => copies.customerOf(id) ?? [])
  const strangers = cardIds.filter((id) => copies.customerOf(id) === undefined)
  return connection.rows<CustomerRow>(lockCustomers, [unique(known), strangers])
}

interface Wanted {
  /** Cards that were not read because there were copies of them. */
  readonly copied: readonly string[]
  readonly customers: readonly CustomerRow[]
  readonly copies: Copies
}

/** What was read, with the copies that are still true; what they no longer are is read as well. */
async function completed(connection: BatchConnection, read: Family, wanted: Wanted): Promise<Family> {
  const { copied, customers, copies } = wanted
  const family = emptyFamily()
  for (const { id, version } of customers) {
    const copy = copies.get(id, version)
    if (copy !== undefined) addCards(copy, copied, family)
  }
  const stale = copied.filter((id) => !family.cards.has(id))
  merge(family, read)
  if (stale.length > 0) merge(family, await readFamily(connection, stale, copies))
  return family
}

const cardsOfSteps = {
  name: 'cards-of-steps',
  text: 'select card_id from transactions where id = any($1)',
}
const lockCustomers = {
  name: 'lock-customers',
  text: `select id, account_id, status, policy::text, limits::text, last_sequence, version from customers
    where id = any($1::text[] || array(select customer_id from cards where id = any($2))) order by id for update`,
}
const selectMatchedIntents = {
  name: 'select-matched-intents',
  text: `select id, card_id, declared, ceiling, created_at, expires_at from intents
    where id in (select intent_id from transactions where id = any($1))`,
}
const transaction = columnNames(transactionColumns)
const selectTransactions = {
  name: 'select-transactions',
  text: `select ${transaction} from transactions where id = any($3)
    union all select ${transaction} from transactions where (card_id, network_reference) in (select * from unnest($1::text[], $2::text[]))`,
}
const selectSubscribers = {
  name: 'select-subscribers',
  text: `select id, account_id, events from webhooks where status = 'active' and account_id = any($1)`,
}

function referencesOf(commands: readonly Command[]): { cards: string[]; references: string[] } {
  const asked = commands.flatMap((command) =>
    command.kind === 'authorize' && command.networkReference !== null
      ? [{ card: command.cardId, reference: command.networkReference }]
      : [],
  )
  return { cards: asked.map(({ card }) => card), references: asked.map(({ reference }) => reference) }
}

const referenceEntry = (row: StoredTransaction): [string, string][] =>
  row.network_reference === null ? [] : [[referenceKey(row.card_id, row.network_reference), row.id]]

const unique = (ids: string[]): string[] => [...new Set(ids)]

const keyed = <T extends { id: string }>(items: T[]): Map<string, T> => new Map(items.map((item) => [item.id, item]))
