import type { RecordedNetworkFact } from '../../domain/batch/changes.ts'
import { type EngineCommand, isNetworkFactCommand, hasNetworkReference } from '../../domain/batch/commands/commands.ts'
import { networkFactKey, type KnownNetworkFact } from '../../domain/batch/working-set.ts'
import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import { type IntentStateRow, loadedIntentOfStateRow } from '../rows/states.ts'
import { networkFactsTable } from '../rows/facts.ts'
import { type StoredTransaction, transactionStates } from '../rows/transactions.ts'
import { SUBSCRIPTION_AS_BOUNDING_INTENT_SQL } from '../subscriptions/open-subscriptions.ts'
import { bucketOfJoinedRowsSql, givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { PreparedStatement, SqlQuery } from '../statements/query.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'

/** The inputs of a batch's decisions about facts (reports of issuers), beside the transactions that the facts' references name. */
export interface LoadedNetworkFacts {
  readonly facts: Map<string, KnownNetworkFact>
  readonly advisedAsOf: Map<string, number>
  /** The transactions to which issuers' facts of the batch were posted when they were recorded before. */
  readonly posted: readonly StoredTransaction[]
  /** The intents that were matched by the transactions under the network references of issuers' facts. */
  readonly intents: readonly LoadedIntent[]
}

/** Reads which issuers' facts were recorded before, and what is known about the purchases to which the facts belong. */
export async function loadNetworkFacts(
  connection: DatabaseTransactionConnection,
  commands: readonly EngineCommand[],
): Promise<LoadedNetworkFacts> {
  const factCommands = commands.filter(isNetworkFactCommand)
  const own = givenRowsSqlParameters(factCommands.map(cardOf), [factCommands.map(({ factHash }) => factHash)])
  const named = factCommands.filter(hasNetworkReference)
  const references = givenRowsSqlParameters(named.map(cardOf), [
    named.map(({ cardReferenceHash }) => cardReferenceHash),
    named.map(({ referenceHash }) => referenceHash),
  ])
  const [facts, posted, advised, intents] = await Promise.all([
    connection.rows<StoredFact>(selectFacts, own),
    connection.rows<StoredTransaction>(selectPosted, own),
    named.length === 0 ? [] : connection.rows<AdvisedRow>(selectAdvised, references),
    named.length === 0 ? [] : connection.rows<IntentStateRow>(selectMatchedIntents, references),
  ])
  return {
    facts: new Map(facts.map((row) => [networkFactKey(row.card_id, row.fact_hash), knownFact(row)])),
    advisedAsOf: new Map(advised.map((row) => [row.hash, row.as_of])),
    posted,
    intents: intents.map(loadedIntentOfStateRow),
  }
}

const cardOf = ({ cardId }: { cardId: string }): string => cardId

const knownFact = (row: StoredFact): KnownNetworkFact => ({
  transactionId: row.transaction_id,
  creditId: row.credit_id,
})

type StoredFact = SelectedTableRow<typeof networkFactsTable>

interface AdvisedRow {
  hash: string
  as_of: number
}

export const insertNetworkFactQueries = (facts: readonly RecordedNetworkFact[]): SqlQuery[] =>
  insertFacts(facts.map((fact) => ({ ...fact, referenceHash: fact.cardReferenceHash, createdAt: fact.at })))

const insertFacts = networkFactsTable.inserting()

const OWN = `${givenRowsTableSql({ hash: 'text' })}
    join facts f on f.bucket = given.bucket and f.fact_hash = given.hash`
const REFERENCES = givenRowsTableSql({ card_hash: 'text', hash: 'text' })

const selectFacts: PreparedStatement = {
  name: 'select-facts',
  text: `select f.fact_hash, f.card_id, f.transaction_id, f.credit_id from ${OWN}`,
}
const selectPosted: PreparedStatement = {
  name: 'select-posted',
  text: `select ${transactionStates.columnsOf('t')} from ${OWN}
    cross join lateral unnest(array[f.transaction_id, f.credit_id]) as posted (id)
    cross join lateral (
      select ${transactionStates.columnsOf()} from transactions where bucket = ${bucketOfJoinedRowsSql('f.bucket')} and id = posted.id limit 1) t`,
}
const selectAdvised: PreparedStatement = {
  name: 'select-advised',
  text: `select given.card_hash as hash, latest.as_of from ${REFERENCES} cross join lateral (
      select as_of from facts f where f.bucket = given.bucket and f.reference_hash = given.card_hash and as_of is not null
      order by as_of desc limit 1) latest`,
}
const selectMatchedIntents: PreparedStatement = {
  name: 'select-intents-of-references',
  text: `select i.id, i.card_id, i.status, i.declared, i.ceiling, i.created_at, i.expires_at, i.decided_by
    from ${REFERENCES}
    join transactions t on t.bucket = given.bucket and t.reference_hash = any(array[given.hash, given.card_hash])
    join intents i on i.bucket = t.bucket and i.id = t.intent_id
    union all select ${SUBSCRIPTION_AS_BOUNDING_INTENT_SQL}
    from ${REFERENCES}
    join transactions t on t.bucket = given.bucket and t.reference_hash = any(array[given.hash, given.card_hash])
    join subscriptions s on s.bucket = t.bucket and s.id = t.subscription_id`,
}
