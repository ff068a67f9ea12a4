import type { RecordedFact } from '../../domain/batch/changes.ts'
import { type Command, isFactCommand, hasNetworkReference } from '../../domain/batch/commands/commands.ts'
import { factKey, type KnownFact } from '../../domain/batch/working-set.ts'
import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import { type IntentStateRow, loadedIntent } from '../rows/states.ts'
import { factsTable } from '../rows/facts.ts'
import { type StoredTransaction, transactionStates } from '../rows/transactions.ts'
import { SUBSCRIPTION_BOUND_SQL } from '../subscriptions/open-subscriptions.ts'
import { joinedBucketSql, givenRowsParameters, givenRowsSql } from '../statements/given-rows.ts'
import type { Connection } from '../connection/transaction.ts'
import type { PreparedStatement, SqlQuery } from '../statements/query.ts'
import type { SelectedRow } from '../statements/table-types.ts'

/** The inputs of a batch's decisions about facts (reports of issuers), beside the transactions that the facts' references name. */
export interface LoadedFacts {
  readonly facts: Map<string, KnownFact>
  readonly advisedAsOf: Map<string, number>
  /** The transactions to which issuers' facts of the batch were posted when they were recorded before. */
  readonly posted: readonly StoredTransaction[]
  /** The intents that were matched by the transactions under the network references of issuers' facts. */
  readonly intents: readonly LoadedIntent[]
}

/** Reads which issuers' facts were recorded before, and what is known about the purchases to which the facts belong. */
export async function loadFacts(connection: Connection, commands: readonly Command[]): Promise<LoadedFacts> {
  const factCommands = commands.filter(isFactCommand)
  const own = givenRowsParameters(factCommands.map(cardOf), [factCommands.map(({ factHash }) => factHash)])
  const named = factCommands.filter(hasNetworkReference)
  const references = givenRowsParameters(named.map(cardOf), [
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
    facts: new Map(facts.map((row) => [factKey(row.card_id, row.fact_hash), knownFact(row)])),
    advisedAsOf: new Map(advised.map((row) => [row.hash, row.as_of])),
    posted,
    intents: intents.map(loadedIntent),
  }
}

const cardOf = ({ cardId }: { cardId: string }): string => cardId

const knownFact = (row: StoredFact): KnownFact => ({ transactionId: row.transaction_id, creditId: row.credit_id })

type StoredFact = SelectedRow<typeof factsTable>

interface AdvisedRow {
  hash: string
  as_of: number
}

export const factQueries = (facts: readonly RecordedFact[]): SqlQuery[] =>
  insertFacts(facts.map((fact) => ({ ...fact, referenceHash: fact.cardReferenceHash, createdAt: fact.at })))

const insertFacts = factsTable.inserting()

const OWN = `${givenRowsSql({ hash: 'text' })}
    join facts f on f.bucket = given.bucket and f.fact_hash = given.hash`
const REFERENCES = givenRowsSql({ card_hash: 'text', hash: 'text' })

const selectFacts: PreparedStatement = {
  name: 'select-facts',
  text: `select f.fact_hash, f.card_id, f.transaction_id, f.credit_id from ${OWN}`,
}
const selectPosted: PreparedStatement = {
  name: 'select-posted',
  text: `select ${transactionStates.columnsOf('t')} from ${OWN}
    cross join lateral unnest(array[f.transaction_id, f.credit_id]) as posted (id)
    cross join lateral (
      select ${transactionStates.columnsOf()} from transactions where bucket = ${joinedBucketSql('f.bucket')} and id = posted.id limit 1) t`,
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
    union all select ${SUBSCRIPTION_BOUND_SQL}
    from ${REFERENCES}
    join transactions t on t.bucket = given.bucket and t.reference_hash = any(array[given.hash, given.card_hash])
    join subscriptions s on s.bucket = t.bucket and s.id = t.subscription_id`,
}
