import type { Command } from '../../domain/batch/commands.ts'
import { isStep } from '../../domain/batch/commands.ts'
import { referenceKey, type LoadedCard, type WorkingSet } from '../../domain/batch/working-set.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Subscriber } from '../outbox.ts'
import { noHistory, spendState, type SpendHistory } from '../spend-state.ts'
import type { SpendRow } from '../tables.ts'
import { transactionState } from '../transaction-state.ts'
import type { StoredTransaction } from '../transactions.ts'
import type { BatchConnection } from './connection.ts'
import { loadHistories, type HistoryCache } from './histories.ts'
import {
  agentState,
  cardState,
  customerState,
  loadedIntent,
  purchase,
  type AgentRow,
  type CardRow,
  type CustomerRow,
  type IntentRow,
  type PurchaseRow,
  type SubscriberRow,
} from './rows.ts'

/** A batch's working set with the webhooks that its events go to. */
export interface LoadedBatch {
  readonly set: WorkingSet
  readonly subscribers: readonly Subscriber[]
  /** The older entries of each level's spend, as stored. */
  readonly histories: ReadonlyMap<string, SpendHistory>
}

/**
 * Locks the customers of a batch, in id order, and reads everything that its commands can touch. The lock of the
 * customer row guards everything beneath it: whoever changes an agent, a card, a policy or an intent takes it first, and
 * two nodes never deadlock. All statements but the first of a step travel together, in one round trip.
 *
 * Each statement finds its rows from the card ids by itself: the agent and the customer of a card never change. `now`,
 * read before the locks, only bounds how far back duplicates are looked for.
 */
export async function loadBatch(
  connection: BatchConnection,
  commands: readonly Command[],
  { now, cache }: { now: number; cache: HistoryCache },
): Promise<LoadedBatch> {
  const stepIds = commands.filter(isStep).map((command) => command.transactionId)
  const steps = stepIds.length === 0 ? [] : await connection.rows<{ card_id: string }>(cardsOfSteps, [stepIds])
  const cardIds = unique([
    ...commands.flatMap((command) => (isStep(command) ? [] : [command.cardId])),
    ...steps.map((row) => row.card_id),
  ])
  const references = referencesOf(commands)

  const customers = connection.rows<CustomerRow>(lockCustomers, [cardIds])
  const [cards, agents, spend, intents, transactions, matched, subscribers] = await Promise.all([
    connection.rows<CardRow>(selectCards, [cardIds]),
    connection.rows<AgentRow>(selectAgents, [cardIds]),
    connection.rows<SpendRow>(selectSpend, [cardIds]),
    connection.rows<IntentRow>(selectIntents, [cardIds]),
    references.cards.length + stepIds.length === 0
      ? []
      : connection.rows<StoredTransaction>(selectTransactions, [references.cards, references.references, stepIds]),
    stepIds.length === 0 ? [] : connection.rows<IntentRow>(selectMatchedIntents, [stepIds]),
    connection.rows<SubscriberRow>(selectSubscribers, [cardIds]),
    customers,
  ])
  const histories = await loadHistories(connection, spend, cache)
  const set: WorkingSet = {
    customers: keyed((await customers).map(customerState)),
    agents: keyed(agents.map(agentState)),
    cards: keyed(cards.map(cardState)),
    spend: new Map(spend.map((row) => [row.subject_id, spendState(row, histories.get(row.subject_id) ?? noHistory)])),
    intents: grouped(intents.map((row) => [row.card_id, loadedIntent(row)])),
    matchedIntents: keyed(matched.map(loadedIntent)),
    purchases: new Map(),
    transactions: keyed(transactions.map(transactionState)),
    references: new Map(transactions.flatMap(referenceEntry)),
  }
  await loadPurchases(connection, set, { amounts: amountsOf(commands), now })
  return {
    set,
    histories,
    subscribers: subscribers.map(({ id, account_id, events }) => ({ id, accountId: account_id, events })),
  }
}

const cardsOfSteps = {
  name: 'cards-of-steps',
  text: 'select card_id from transactions where id = any($1)',
}
const lockCustomers = {
  name: 'lock-customers',
  text: `select id, account_id, status, policy::text, limits::text, last_sequence from customers
    where id in (select customer_id from cards where id = any($1)) order by id for update`,
}
const selectCards = {
  name: 'select-cards',
  text: `select id, account_id, customer_id, agent_id, status, usage, last4, policy::text, limits::text, created_at,
    expires_at, merchant_lock, consumed_at, first_spend_at, last_spend_at, last_attested_at
    from cards where id = any($1)`,
}
const selectAgents = {
  name: 'select-agents',
  text: `select id, status, policy::text, limits::text from agents
    where id in (select agent_id from cards where id = any($1))`,
}
const selectSpend = {
  name: 'select-spend',
  text: `select * from spend where subject_id in (
    select unnest(array[id, agent_id, customer_id]) from cards where id = any($1))`,
}
const selectIntents = {
  name: 'select-intents',
  text: `select id, card_id, declared, created_at, expires_at from intents
    where status = 'pending' and card_id = any($1) order by card_id, created_at, id`,
}
const selectMatchedIntents = {
  name: 'select-matched-intents',
  text: `select id, card_id, declared, created_at, expires_at from intents
    where id in (select intent_id from transactions where id = any($1))`,
}
/** Only for cards whose policy looks for duplicates, and only amounts that a command of the batch asks for. */
const selectPurchases = {
  name: 'select-purchases',
  text: `select t.card_id, t.created_at, t.amount, t.merchant->>'name' as merchant_name
    from unnest($1::text[], $2::bigint[]) as looked(card_id, after)
      cross join lateral (select * from transactions where card_id = looked.card_id and created_at > looked.after
        and amount = any($3) and decision = 'approve' and type = 'authorization') t`,
}
const selectTransactions = {
  name: 'select-transactions',
  text: `select * from transactions where id = any($3)
    union all select * from transactions where (card_id, network_reference) in (select * from unnest($1::text[], $2::text[]))`,
}
const selectSubscribers = {
  name: 'select-subscribers',
  text: `select id, account_id, events from webhooks where status = 'active'
    and account_id in (select account_id from cards where id = any($1))`,
}

/** One more round trip, for the few cards whose policy looks for duplicates. */
async function loadPurchases(
  connection: BatchConnection,
  set: WorkingSet,
  { amounts, now }: { amounts: number[]; now: number },
): Promise<void> {
  const looked = [...set.cards.values()].flatMap((card) => {
    const windowMinutes = duplicateWindow(set, card)
    return windowMinutes === undefined ? [] : [{ id: card.id, after: now - windowMinutes * MINUTE_MS }]
  })
  if (looked.length === 0) return
  const values = [looked.map(({ id }) => id), looked.map(({ after }) => after), amounts]
  const rows = await connection.rows<PurchaseRow>(selectPurchases, values)
  for (const [cardId, purchases] of grouped(rows.map((row) => [row.card_id, purchase(row)]))) {
    set.purchases.set(cardId, purchases)
  }
}

const duplicateWindow = (set: WorkingSet, card: LoadedCard): number | undefined =>
  card.policy.duplicateWindowMinutes ??
  set.agents.get(card.agentId ?? '')?.policy.duplicateWindowMinutes ??
  set.customers.get(card.customerId)?.policy.duplicateWindowMinutes

const amountsOf = (commands: readonly Command[]): number[] =>
  commands.flatMap((command) => (command.kind === 'authorize' ? [command.amount] : []))

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

function grouped<T>(pairs: [string, T][]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const [key, item] of pairs) groups.set(key, [...(groups.get(key) ?? []), item])
  return groups
}
