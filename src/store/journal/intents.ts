import type { Changes } from '../../domain/batch/changes.ts'
import type { ClosedIntent } from '../../domain/intents/closed-intent.ts'
import { type Command, decidesIntent } from '../../domain/batch/commands/commands.ts'
import { clientKey, type WorkingSet } from '../../domain/batch/working-set.ts'
import { type DeclinedTry, MOST_TRIES } from '../../domain/intents/declined-try.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { type Columns, columnNames, updateSql } from '../statements/columns.ts'
import { intentState } from '../rows/states.ts'
import type { IntentRow } from '../rows/intent-tables.ts'
import { askApprovals } from '../intents/approval-queries.ts'
import { changedIntentQueries, intentDecisionRow } from '../intents/intent-queries.ts'
import { givenParameters, givenRows } from '../statements/given-rows.ts'
import { readByIds, selectByIds } from './by-ids.ts'
import type { Connection } from '../connection/transaction.ts'
import type { Query, Statement } from '../statements/query.ts'
import { insertInto, updating } from '../statements/write.ts'

type StoredIntent = Omit<IntentRow, 'declared' | 'match_result' | 'report' | 'corrections'> &
  Pick<IntentState, 'declared'> & {
    match_result: IntentState['matchResult']
    report: IntentState['report']
    corrections: IntentState['corrections'] | null
  }
/** A stored intent whose client id a command of the batch declares again. See `inUse` and `tries` of the working set. */
type DeclaredAgain = StoredIntent & { in_use: boolean; tries: readonly DeclinedTry[] | null }

/** Reads the intents that commands decide, and the intents whose client id a command declares again. */
export async function readIntentStates(
  connection: Connection,
  commands: readonly Command[],
): Promise<Pick<WorkingSet, 'intentStates' | 'declared' | 'inUse' | 'tries'>> {
  const ids = commands.filter(decidesIntent).map(({ intentId }) => intentId)
  const named = commands.flatMap((command) =>
    command.kind === 'declare_intent' && command.declared.intentId !== undefined
      ? [{ cardId: command.cardId, clientId: command.declared.intentId }]
      : [],
  )
  const [toDecide, declared] = await Promise.all([
    readByIds<StoredIntent>(connection, selectIntents, ids),
    named.length === 0 ? [] : connection.rows<DeclaredAgain>(selectDeclared, declaredParameters(named)),
  ])
  const states = [...toDecide, ...declared].map(intentState)
  return {
    intentStates: new Map(states.map((intent) => [intent.id, intent])),
    declared: new Map(declared.map((row) => [clientKey(row.card_id, row.client_id ?? ''), intentState(row)])),
    tries: new Map(declared.map(({ id, tries }) => [id, tries ?? []])),
    inUse: new Set(declared.flatMap(({ id, in_use }) => (in_use ? [id] : []))),
  }
}

const intentColumns: Columns<StoredIntent & { bucket: number }> = {
  bucket: 'smallint',
  id: 'word',
  account_id: 'word',
  customer_id: 'word',
  agent_id: 'word',
  card_id: 'word',
  client_id: 'text',
  status: 'word',
  declared: 'json',
  declared_by: 'word',
  ceiling: 'bigint',
  requires_approval: 'boolean',
  decided_by: 'word',
  decided_at: 'bigint',
  decision_note: 'text',
  canceled_at: 'bigint',
  revoked_by: 'word',
  revocation_reason: 'text',
  matched_at: 'bigint',
  transaction_id: 'word',
  match_result: 'json',
  report: 'json',
  corrections: 'json',
  expires_at: 'bigint',
  created_at: 'bigint',
}

const selectIntents = selectByIds('select-intents', 'intents', columnNames(intentColumns, 'stored'))
const selectDeclared: Statement = {
  name: 'select-declared-intents',
  text: `select ${columnNames(intentColumns, 'i')}, exists (
        select from access_events a where a.bucket = i.bucket and a.intent_id = i.id and a.kind = 'read' and a.decision = 'granted'
      ) or exists (select from challenges c where c.bucket = i.bucket and c.intent_id = i.id) as in_use, (
        select json_agg(json_build_object('transactionId', t.id, 'amount', t.amount, 'currency', t.currency, 'merchant', t.merchant,
          'at', t.created_at) order by t.id desc) from (
            select id, amount, currency, merchant, created_at from transactions
            where bucket = i.bucket and card_id = i.card_id and id >= 'txn_' || substr(i.id, 5, 10) and status = 'declined'
            order by id desc limit ${MOST_TRIES}) t) as tries
    from ${givenRows({ card_id: 'text', client_id: 'text' })}
    join intents i on i.bucket = given.bucket and i.card_id = given.card_id and i.client_id = given.client_id`,
}

function declaredParameters(named: readonly { cardId: string; clientId: string }[]): unknown[] {
  const cardIds = named.map(({ cardId }) => cardId)
  return givenParameters(cardIds, [cardIds, named.map(({ clientId }) => clientId)])
}

/** Makes the statements that save a batch's intents (declared, decided and matched ones), with the approvals that wait for people. */
export const intentQueries = (changes: Changes): Query[] => [
  ...insertIntents(changes.newIntents.map(newIntentRow)),
  ...askApprovals(changes.newApprovals),
  ...changedIntentQueries([...changes.changedIntents.values()]),
  ...updateMatched(changes.intents.map(matchedRow)),
]

const newIntentRow = (intent: IntentState): StoredIntent & { bucket: number } => ({
  account_id: intent.accountId,
  customer_id: intent.customerId,
  agent_id: intent.agentId,
  card_id: intent.cardId,
  client_id: intent.declared.intentId ?? null,
  declared: intent.declared,
  declared_by: intent.declaredBy,
  ceiling: intent.ceiling,
  requires_approval: intent.requiresApproval,
  matched_at: intent.matchedAt,
  transaction_id: intent.transactionId,
  match_result: intent.matchResult,
  report: intent.report,
  corrections: null,
  created_at: intent.createdAt,
  ...intentDecisionRow(intent),
})
const insertIntents = insertInto('intents', intentColumns)

const matchedRow = (intent: ClosedIntent) => ({
  bucket: bucketOf(intent.id),
  id: intent.id,
  status: intent.status,
  matched_at: intent.at,
  transaction_id: intent.transactionId,
  match_result: intent.matchResult,
})
const matchedColumns = {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  matched_at: 'bigint',
  transaction_id: 'word',
  match_result: 'json',
} as const
const updateMatched = updating('update-matched-intents', updateSql('intents', matchedColumns), matchedColumns)
