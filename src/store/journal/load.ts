import type { EngineCommand } from '../../domain/batch/commands/commands.ts'
import {
  isDecideIntentCommand,
  isNetworkFactCommand,
  hasNetworkReference,
  isTransactionStepCommand,
} from '../../domain/batch/commands/commands.ts'
import { transactionsByReference } from '../../domain/batch/references.ts'
import type { SpendingLevelIds, WaitingIntent, BatchWorkingSet } from '../../domain/batch/working-set.ts'
import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import type { TransactionState } from '../../domain/transactions/transaction.ts'
import { neededRuleMemories } from '../../domain/rules/needed-memories.ts'
import type { BucketGroups } from '../sharding/groups.ts'
import { type EventSubscriber, EVENT_SUBSCRIBERS_SQL } from '../outbox/outbox.ts'
import { type IntentStateRow, loadedIntentOfStateRow } from '../rows/states.ts'
import { SUBSCRIPTION_AS_BOUNDING_INTENT_SQL } from '../subscriptions/open-subscriptions.ts'
import { type StoredTransaction, transactionStates } from '../rows/transactions.ts'
import { GIVEN_IDS_TABLE_SQL } from '../statements/given-rows.ts'
import { readCustomerConfigurations } from './configuration.ts'
import { readRowsByIds, selectByIdsStatement } from './by-ids.ts'
import type { JournalCache } from './cache/cache.ts'
import type { SpendFold } from './cache/cached-customer.ts'
import { type LoadedNetworkFacts, loadNetworkFacts } from './facts.ts'
import { readIntentStates } from './intents.ts'
import { loadSpendingLevels } from './levels/load-levels.ts'
import { readApprovalPasts } from '../intents/approval-pasts.ts'
import type { ApprovalPastQuestion } from '../../domain/intents/approval-past.ts'
import { type ApprovalPastLevels, pastQuestionOfDeclaration } from './approval-past-question.ts'
import { readRuleMemories } from './memories/read-memories.ts'
import type { RequestedPurchase } from './memories/reader.ts'
import { readTransactionsUnderReferences } from './references.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

/** A command with the ids of the levels that it is about. Null: no such card, transaction or intent exists. */
export interface LocatedEngineCommand {
  readonly command: EngineCommand
  readonly levels: SpendingLevelIds | null
}

/** Everything that a batch's commands can read or change, and the webhooks and notification channels that subscribe to its events. */
export interface LoadedBatch {
  readonly set: BatchWorkingSet
  /** The folds of levels as they were before the batch, by the id of the level. */
  readonly folds: ReadonlyMap<string, SpendFold>
  /** The version of each customer's configuration, by customer. */
  readonly versions: ReadonlyMap<string, string>
  readonly subscribers: readonly EventSubscriber[]
}

/**
 * Locks the customers of a batch, and reads everything that its commands can read or change, in one round trip. The lock of the customer
 * row protects everything beneath the customer: every transaction that changes an agent, a card, a policy or an intent takes it first.
 *
 * `now`, in Unix milliseconds, is read before the locks, and only limits how far back duplicates are searched. Rejects with the database's
 * error; `isLockTimeout` tells whether a customer stayed locked for too long.
 */
export async function lockAndLoadBatchCustomers(
  connection: DatabaseTransactionConnection,
  located: readonly LocatedEngineCommand[],
  { now, cache, groups }: { now: number; cache: JournalCache; groups: BucketGroups },
): Promise<LoadedBatch> {
  const commands = located.map(({ command }) => command)
  const stepIds = commands.filter(isTransactionStepCommand).map(({ transactionId }) => transactionId)
  const named = commands.filter(hasNetworkReference)
  const hasSteps = stepIds.length > 0
  const [levels, transactions, repeated, matched, intents, waitingForPeople, loadedFacts, subscribers] =
    await Promise.all([
      loadSpendingLevels(connection, distinct(located), { cache, isLocked: true }),
      hasSteps ? readRowsByIds<StoredTransaction>(connection, selectTransactions, stepIds) : [],
      named.length > 0 ? readTransactionsUnderReferences(connection, named, groups) : [],
      hasSteps ? readMatchedIntents(connection, stepIds) : [],
      commands.some(isAboutIntent) ? readIntentStates(connection, commands) : noIntents(),
      readWaitingForPeople(connection, located),
      commands.some(isNetworkFactCommand) ? loadNetworkFacts(connection, commands) : noFacts(),
      readSubscribers(connection, commands),
    ])
  const { folds, versions, ...beneath } = levels
  await loadOneTimeCards(connection, beneath, intents.intentStates)
  const { facts, advisedAsOf } = loadedFacts
  const known = [...transactions, ...repeated, ...loadedFacts.posted].map(transactionStates.state)
  const requested = located.flatMap((one) => requestedBy(one, known))
  const needed = neededRuleMemories(beneath)
  const reading = { cache, isLocked: true, requested, now }
  const [memories, approvalPasts] = await Promise.all([
    needed && readRuleMemories(connection, { ...beneath, needed }, reading),
    readApprovalPasts((statement, values) => connection.rows(statement, values), pastQuestions(located, beneath, now)),
  ])
  const set: BatchWorkingSet = {
    ...beneath,
    ...intents,
    waitingForPeople,
    approvalPasts,
    memories,
    spend: new Map([...folds].map(([level, { spend }]) => [level, spend])),
    matchedIntents: new Map([...matched, ...loadedFacts.intents].map((intent) => [intent.id, intent])),
    facts,
    advisedAsOf,
    transactions: new Map(known.map((transaction) => [transaction.id, transaction])),
    references: transactionsByReference(known),
  }
  return { set, folds, versions, subscribers }
}

/**
 * The purchase or increment that a command asks a decision about, with the card that it counts on. `known`: the transactions of the batch.
 */
function requestedBy(
  { command, levels }: LocatedEngineCommand,
  known: readonly TransactionState[],
): (RequestedPurchase & { cardId: string })[] {
  if (command.kind === 'authorize') return [{ ...command, cardId: levels?.cardId ?? command.cardId }]
  if (command.kind !== 'increment') return []
  const raised = known.find(({ id }) => id === command.transactionId)
  return raised === undefined ? [] : [{ cardId: raised.cardId, merchant: raised.merchant, amount: command.amount }]
}

/** The questions of a batch's declarations about the past of their customers, by the policies of their cards. */
const pastQuestions = (
  located: readonly LocatedEngineCommand[],
  levels: ApprovalPastLevels,
  now: number,
): ApprovalPastQuestion[] =>
  located.flatMap(({ command, levels: ids }) =>
    command.kind === 'declare_intent' && ids !== null
      ? (pastQuestionOfDeclaration(levels, { ...ids, origin: command.declared.expectedOrigin, now }) ?? [])
      : [],
  )

const isAboutIntent = (command: EngineCommand): boolean =>
  command.kind === 'declare_intent' || isDecideIntentCommand(command)

/** Loads the one-time cards of intents that commands name, in one more round trip, because decisions about an intent may close its card. */
async function loadOneTimeCards(
  connection: DatabaseTransactionConnection,
  { cards }: Pick<BatchWorkingSet, 'cards'>,
  intents: BatchWorkingSet['intentStates'],
): Promise<void> {
  const ids = intents.values().flatMap(({ oneTimeCardId: id }) => (id === undefined || cards.has(id) ? [] : [id]))
  for (const { cards: read } of (
    await readCustomerConfigurations(connection, { agents: [], cards: [...ids] })
  ).values()) {
    for (const { state } of read) cards.set(state.id, state)
  }
}

/** The maps of intents that a batch begins with. They are made anew for each batch, because it adds its own intents to them. */
const noIntents = (): Pick<BatchWorkingSet, 'intentStates' | 'declared' | 'inUse' | 'tries'> => ({
  intentStates: new Map(),
  declared: new Map(),
  inUse: new Set(),
  tries: new Map(),
})

const noFacts = (): LoadedNetworkFacts => ({ facts: new Map(), advisedAsOf: new Map(), posted: [], intents: [] })

/** The levels of all commands, with each card only once. */
const distinct = (located: readonly LocatedEngineCommand[]): SpendingLevelIds[] => [
  ...new Map(
    located.flatMap(({ levels }) => (levels === null ? [] : [[levels.oneTimeCardId ?? levels.cardId, levels]])),
  ).values(),
]

/**
 * Reads the intents and subscriptions that transactions have matched. `stepIds`: the ids of the transactions that the batch's steps are
 * about.
 */
async function readMatchedIntents(
  connection: DatabaseTransactionConnection,
  stepIds: readonly string[],
): Promise<LoadedIntent[]> {
  const rows = await readRowsByIds<IntentStateRow>(connection, selectMatchedIntents, stepIds)
  return rows.map(loadedIntentOfStateRow)
}

/** Reads the intents that wait for a person, by agent. It reads those of agents whose cards declare an intent in the batch. */
async function readWaitingForPeople(
  connection: DatabaseTransactionConnection,
  located: readonly LocatedEngineCommand[],
): Promise<BatchWorkingSet['waitingForPeople']> {
  const agents = located.flatMap(({ command, levels }) => (command.kind === 'declare_intent' && levels?.agentId) || [])
  if (agents.length === 0) return new Map()
  const rows = await readRowsByIds<WaitingIntent & { agentId: string }>(connection, selectWaitingForPeople, [
    ...new Set(agents),
  ])
  return Map.groupBy(rows, ({ agentId }) => agentId)
}

async function readSubscribers(
  connection: DatabaseTransactionConnection,
  commands: readonly EngineCommand[],
): Promise<EventSubscriber[]> {
  const accountIds = [...new Set(commands.map(({ accountId }) => accountId))]
  return connection.rows<EventSubscriber>(selectSubscribers, [accountIds])
}

const selectTransactions = selectByIdsStatement(
  'select-transactions',
  'transactions',
  transactionStates.columnsOf('stored'),
)
const selectMatchedIntents: PreparedStatement = {
  name: 'select-matched-intents',
  text: `select i.id, i.card_id, i.status, i.declared, i.ceiling, i.created_at, i.expires_at, i.decided_by
    from ${GIVEN_IDS_TABLE_SQL}
    join transactions t on t.bucket = given.bucket and t.id = given.id
    join intents i on i.bucket = t.bucket and i.id = t.intent_id
    union all select ${SUBSCRIPTION_AS_BOUNDING_INTENT_SQL}
    from ${GIVEN_IDS_TABLE_SQL}
    join transactions t on t.bucket = given.bucket and t.id = given.id
    join subscriptions s on s.bucket = t.bucket and s.id = t.subscription_id`,
}
const selectWaitingForPeople: PreparedStatement = {
  name: 'select-waiting-for-people',
  text: `select i.agent_id as "agentId", i.id, i.expires_at as "expiresAt"
    from ${GIVEN_IDS_TABLE_SQL}
    join intents i on i.bucket = given.bucket and i.agent_id = given.id and i.status = 'pending_approval'`,
}
const selectSubscribers: PreparedStatement = { name: 'select-subscribers', text: EVENT_SUBSCRIBERS_SQL }
