import type { BatchChanges } from '../../domain/batch/changes.ts'
import { type EngineCommand, isDecideIntentCommand } from '../../domain/batch/commands/commands.ts'
import { clientIntentKey, type BatchWorkingSet } from '../../domain/batch/working-set.ts'
import { type DeclinedChargeTry, MOST_DECLINED_CHARGES } from '../../domain/intents/declined-charge-try.ts'
import { intentsTable } from '../rows/intents.ts'
import { waitingApprovalQueries } from '../intents/approval-queries.ts'
import { changedIntentQueries } from '../intents/intent-queries.ts'
import { givenRowsSqlParameters, givenRowsTableSql } from '../statements/given-rows.ts'
import { readRowsByIds, selectByIdsStatement } from './by-ids.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { SqlQuery, PreparedStatement } from '../statements/query.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'

type StoredIntent = SelectedTableRow<typeof intentsTable>
/** A stored intent whose client id a command of the batch declares again. See `inUse` and `tries` of the working set. */
type DeclaredAgain = StoredIntent & { in_use: boolean; tries: readonly DeclinedChargeTry[] | null }

/** Reads the intents that commands decide, and the intents whose client id a command declares again. */
export async function readIntentStates(
  connection: DatabaseTransactionConnection,
  commands: readonly EngineCommand[],
): Promise<Pick<BatchWorkingSet, 'intentStates' | 'declared' | 'inUse' | 'tries'>> {
  const ids = commands.filter(isDecideIntentCommand).map(({ intentId }) => intentId)
  const named = commands.flatMap((command) =>
    command.kind === 'declare_intent' && command.declared.intentId !== undefined
      ? [{ cardId: command.cardId, clientId: command.declared.intentId }]
      : [],
  )
  const [toDecide, declared] = await Promise.all([
    readRowsByIds<StoredIntent>(connection, selectIntents, ids),
    named.length === 0 ? [] : connection.rows<DeclaredAgain>(selectDeclared, declaredParameters(named)),
  ])
  const states = [...toDecide, ...declared].map(intentsTable.state)
  return {
    intentStates: new Map(states.map((intent) => [intent.id, intent])),
    declared: new Map(
      declared.map((row) => [clientIntentKey(row.card_id, row.client_id ?? ''), intentsTable.state(row)]),
    ),
    tries: new Map(declared.map(({ id, tries }) => [id, tries ?? []])),
    inUse: new Set(declared.flatMap(({ id, in_use }) => (in_use ? [id] : []))),
  }
}

const selectIntents = selectByIdsStatement('select-intents', 'intents', intentsTable.columnsOf('stored'))
const selectDeclared: PreparedStatement = {
  name: 'select-declared-intents',
  text: `select ${intentsTable.columnsOf('i')}, exists (
        select from access_events a where a.bucket = i.bucket and a.intent_id = i.id and a.kind = 'read' and a.decision = 'granted'
      ) or exists (select from challenges c where c.bucket = i.bucket and c.intent_id = i.id) as in_use, (
        select json_agg(json_build_object('transactionId', t.id, 'amount', t.amount, 'currency', t.currency, 'merchant', t.merchant,
          'at', t.created_at) order by t.id desc) from (
            select id, amount, currency, merchant, created_at from transactions
            where bucket = i.bucket and card_id = i.card_id and id >= 'txn_' || substr(i.id, 5, 10) and status = 'declined'
            order by id desc limit ${MOST_DECLINED_CHARGES}) t) as tries
    from ${givenRowsTableSql({ card_id: 'text', client_id: 'text' })}
    join intents i on i.bucket = given.bucket and i.card_id = given.card_id and i.client_id = given.client_id`,
}

function declaredParameters(named: readonly { cardId: string; clientId: string }[]): unknown[] {
  const cardIds = named.map(({ cardId }) => cardId)
  return givenRowsSqlParameters(cardIds, [cardIds, named.map(({ clientId }) => clientId)])
}

/** Makes the statements that save a batch's intents (declared, decided and matched ones), with the approvals that wait for people. */
export const intentQueries = (changes: BatchChanges): SqlQuery[] => [
  ...insertIntents(changes.newIntents),
  ...waitingApprovalQueries(changes.newApprovals),
  ...changedIntentQueries([...changes.changedIntents.values()]),
  ...updateMatched(changes.intents.map((closed) => ({ ...closed, matchedAt: closed.at }))),
]

const insertIntents = intentsTable.inserting()
const updateMatched = intentsTable.updating(['status', 'matchedAt', 'transactionId', 'matchResult'], 'matched-intents')
