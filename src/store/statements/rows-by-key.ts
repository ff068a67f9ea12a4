import type { Selectable } from 'kysely'
import type pg from 'pg'
import { Gathered } from '../../lib/traffic/gathered.ts'
import { GIVEN_IDS, givenParameters, givenRows, idParameters } from '../sharding/given-rows.ts'
import { eachGroup, type Groups } from '../sharding/groups.ts'
import { IS_ACCOUNT_STOPPED } from '../issuers/issuer-calls.ts'
import type { IssuerCallOfAccount } from '../rows/issuer-tables.ts'
import type { Scope } from './scope.ts'
import type { Tables } from '../rows/tables.ts'
import { type Metadata, NOTED } from '../transactions/noted-metadata.ts'

/** A row by its id, as far as its caller sees it. */
type Find<T extends Table> = (scope: Scope, id: string) => Promise<Row<T> | undefined>
type Row<T extends Table> = Selectable<Tables[T]> & (T extends 'transactions' ? { metadata: Metadata } : unknown)
type Table = 'cards' | 'transactions'

/** What is asked for most by its id: one trip reads it for all who ask at the same time. */
export interface RowsByKey {
  readonly card: Find<'cards'>
  readonly transaction: Find<'transactions'>
  /** Of a card, where another issuer than Purser makes it. */
  readonly issuerCall: (cardId: string) => Promise<IssuerCallOfAccount | undefined>
}

export const rowsByKey = (pool: pg.Pool, groups: () => Promise<Groups>): RowsByKey => ({
  card: gathered({ pool, groups }, 'cards'),
  transaction: gathered({ pool, groups }, 'transactions', `, ${NOTED} as metadata`),
  issuerCall: gatheredCalls({ pool, groups }),
})

interface Where {
  readonly pool: pg.Pool
  readonly groups: () => Promise<Groups>
}

interface Asked extends Scope {
  readonly id: string
}

const TRIPS = { most: 128, atOnce: 2, maxWaiting: 1024 }

function gathered<T extends Table>({ pool, groups }: Where, table: T, more = ''): Find<T> {
  const text = `select given.position, ${table}.*${more} from ${givenRows({ id: 'text', account: 'text', agent: 'text' }, { isNumbered: true })}
    join ${table} on ${table}.bucket = given.bucket and ${table}.id = given.id
    where (account_id = given.account) is true and (given.agent is null or agent_id = given.agent)`
  const find = async (asked: readonly Asked[]): Promise<(Row<T> | undefined)[]> => {
    const ids = asked.map(({ id }) => id)
    const columns = [ids, asked.map(({ accountId }) => accountId), asked.map(({ agentId }) => agentId)]
    const found = await pool.query<Row<T> & { position: number }>(text, givenParameters(ids, columns))
    const rowAt = new Map(found.rows.map(({ position, ...row }) => [position, row as unknown as Row<T>]))
    return asked.map((_, index) => rowAt.get(index + 1))
  }
  const rows = new Gathered<Asked, Row<T> | undefined>(
    async (questions) => eachGroup(await groups(), { questions, idOf: ({ id }) => id }, find),
    TRIPS,
  )
  return ({ accountId, agentId }, id) => rows.ask({ accountId, agentId, id })
}

function gatheredCalls({ pool, groups }: Where): RowsByKey['issuerCall'] {
  const text = `select call.*, ${IS_ACCOUNT_STOPPED} as is_account_stopped from ${GIVEN_IDS}
    join issuer_calls call on call.bucket = given.bucket and call.card_id = given.id`
  const find = async (ids: readonly string[]): Promise<(IssuerCallOfAccount | undefined)[]> => {
    const found = await pool.query<IssuerCallOfAccount>(text, idParameters(ids))
    const byCard = new Map(found.rows.map((call) => [call.card_id, call]))
    return ids.map((id) => byCard.get(id))
  }
  const calls = new Gathered<string, IssuerCallOfAccount | undefined>(
    async (questions) => eachGroup(await groups(), { questions, idOf: (id) => id }, find),
    TRIPS,
  )
  return (cardId) => calls.ask(cardId)
}
