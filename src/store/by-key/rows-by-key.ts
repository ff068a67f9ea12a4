import type { Selectable } from 'kysely'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { Database } from '../connection/database.ts'
import { GatheredDatabaseQuestions } from '../../lib/traffic/gathered.ts'
import {
  GIVEN_IDS_TABLE_SQL,
  givenRowsSqlParameters,
  givenRowsTableSql,
  givenIdsSqlParameters,
} from '../statements/given-rows.ts'
import { queryEachBucketGroup } from '../sharding/groups.ts'
import { IS_ACCOUNT_STOPPED_SQL } from '../issuer-calls/issuer-calls.ts'
import type { IssuerCallOfAccount } from '../rows/issuer-tables.ts'
import type { CallerVisibleScope } from '../statements/scope.ts'
import { cardsTable } from '../rows/cards.ts'
import type { DatabaseTables } from '../rows/tables.ts'
import { type TransactionNotes, TRANSACTION_NOTES_SQL } from '../transactions/notes-column.ts'

/** Reads a row by its id. Undefined: there is no such row, or the caller may not see it. */
type Find<Found> = (scope: CallerVisibleScope, id: string) => Promise<Found | undefined>
type Row<T extends Table> = Selectable<DatabaseTables[T]> &
  (T extends 'transactions' ? { notes: TransactionNotes | null } : unknown)
type Table = 'cards' | 'transactions'

/**
 * Reads rows by id, for the tables that are read most. Callers that ask at the same time share a round trip. Each function rejects with
 * `ServiceBusyError` if too many callers wait, or with the database's error.
 */
export interface GatheredRowReader {
  readonly card: Find<CardWithAllFields>
  readonly transaction: Find<Row<'transactions'>>
  /** Reads the row of `issuer_calls` about a card of an issuer other than Purser. */
  readonly issuerCall: (cardId: string) => Promise<IssuerCallOfAccount | undefined>
}

export const createGatheredRowReader = ({ pool, groups }: Where): GatheredRowReader => ({
  card: gathered({ pool, groups }, 'cards', { found: cardsTable.state }),
  transaction: gathered({ pool, groups }, 'transactions', {
    more: `, ${TRANSACTION_NOTES_SQL} as notes`,
    found: (row) => row,
  }),
  issuerCall: gatheredCalls({ pool, groups }),
})

type Where = Pick<Database, 'pool' | 'groups'>

interface RowRequest extends CallerVisibleScope {
  readonly id: string
}

const TRIPS = { most: 128, atOnce: 2, maxWaiting: 1024 }

function gathered<T extends Table, Found>(
  { pool, groups }: Where,
  table: T,
  { more = '', found }: { more?: string; found: (row: Row<T>) => Found },
): Find<Found> {
  const text = `select given.position, ${table}.*${more} from ${givenRowsTableSql({ id: 'text', account: 'text', agent: 'text' }, { isNumbered: true })}
    join ${table} on ${table}.bucket = given.bucket and ${table}.id = given.id
    where (account_id = given.account) is true and (given.agent is null or agent_id = given.agent)`
  const find = async (requests: readonly RowRequest[]): Promise<(Found | undefined)[]> => {
    const ids = requests.map(({ id }) => id)
    const columns = [ids, requests.map(({ accountId }) => accountId), requests.map(({ agentId }) => agentId)]
    const result = await pool.query<Row<T> & { position: number }>(text, givenRowsSqlParameters(ids, columns))
    const foundAt = new Map(result.rows.map(({ position, ...row }) => [position, found(row as unknown as Row<T>)]))
    return requests.map((_, index) => foundAt.get(index + 1))
  }
  const rows = new GatheredDatabaseQuestions<RowRequest, Found | undefined>(
    async (questions) => queryEachBucketGroup(await groups(), { questions, idOf: ({ id }) => id }, find),
    TRIPS,
  )
  return ({ accountId, agentId }, id) => rows.ask({ accountId, agentId, id })
}

function gatheredCalls({ pool, groups }: Where): GatheredRowReader['issuerCall'] {
  const text = `select call.*, ${IS_ACCOUNT_STOPPED_SQL} as is_account_stopped from ${GIVEN_IDS_TABLE_SQL}
    join issuer_calls call on call.bucket = given.bucket and call.card_id = given.id`
  const find = async (ids: readonly string[]): Promise<(IssuerCallOfAccount | undefined)[]> => {
    const result = await pool.query<IssuerCallOfAccount>(text, givenIdsSqlParameters(ids))
    const byCard = new Map(result.rows.map((call) => [call.card_id, call]))
    return ids.map((id) => byCard.get(id))
  }
  const calls = new GatheredDatabaseQuestions<string, IssuerCallOfAccount | undefined>(
    async (questions) => queryEachBucketGroup(await groups(), { questions, idOf: (id) => id }, find),
    TRIPS,
  )
  return (cardId) => calls.ask(cardId)
}
