import { sql } from 'kysely'
import { customerName, type Names } from '../../domain/names.ts'
import type { CustomerName } from '../../contract/resources/customers.ts'

/** As a statement answers the names of whom a row belongs to. */
export interface NameColumns {
  readonly customer_name: CustomerName | null
  readonly agent_name: string | null
  readonly card_label: string | null
}

/** Looked up by key for each row that is answered: no plan of a join could read those of others. */
export const nameColumns = (table: 'intents' | 'approvals' | 'change_requests') => {
  const found = (column: string, from: string, id: string) =>
    `(select named.${column} from ${from} named where named.bucket = ${table}.bucket and named.id = ${table}.${id})`
  return [
    sql.raw<CustomerName | null>(found('name', 'customers', 'customer_id')).as('customer_name'),
    sql.raw<string | null>(found('name', 'agents', 'agent_id')).as('agent_name'),
    sql.raw<string | null>(found('label', 'cards', 'card_id')).as('card_label'),
  ] as const
}

export const namesIn = (row: NameColumns): Names => ({
  customerName: customerName(row.customer_name),
  agentName: row.agent_name,
  cardLabel: row.card_label,
})
