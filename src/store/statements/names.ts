import { sql } from 'kysely'
import { customerName, type LevelNames } from '../../domain/names.ts'
import type { CustomerName } from '../../contract/sheets/customer-fields.ts'

/** The columns with the names of a row's customer, agent and card. */
export interface LevelNameColumns {
  readonly customer_name: CustomerName | null
  readonly agent_name: string | null
  readonly card_label: string | null
  readonly customer_currency: string
}

/** Selects the names of a row's customer, agent and card by subqueries, because the plan of a join could read the names of other rows. */
export const levelNameColumns = (
  table: 'intents' | 'approvals' | 'change_requests' | 'challenges' | 'subscriptions' | 'transactions',
) => {
  const lookup = (column: string, from: string, id: string) =>
    `(select named.${column} from ${from} named where named.bucket = ${table}.bucket and named.id = ${table}.${id})`
  return [
    sql.raw<CustomerName | null>(lookup('name', 'customers', 'customer_id')).as('customer_name'),
    sql.raw<string | null>(lookup('name', 'agents', 'agent_id')).as('agent_name'),
    sql.raw<string | null>(lookup('label', 'cards', 'card_id')).as('card_label'),
    sql.raw<string>(lookup('currency', 'customers', 'customer_id')).as('customer_currency'),
  ] as const
}

export const levelNamesOf = (row: LevelNameColumns): LevelNames => ({
  customerName: customerName(row.customer_name),
  agentName: row.agent_name,
  cardLabel: row.card_label,
  currency: row.customer_currency,
})
