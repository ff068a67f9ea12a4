import { readdirSync } from 'node:fs'
import type { TableColumnFacts } from '../../../src/store/statements/column.ts'

/** A table's definition without the types of its own columns, so that all tables can be in one list. */
export interface DefinedTable {
  readonly tableName: string
  readonly definition: Readonly<Record<string, TableColumnFacts>>
  state(row: object): object
  row(state: object): Record<string, unknown>
}

const folder = new URL('../../../src/store/rows/', import.meta.url)

/** Every table that a file of `src/store/rows` defines. */
export async function definedTables(): Promise<DefinedTable[]> {
  const files = readdirSync(folder).filter((name) => !name.includes('.test.'))
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href) as Promise<object>))
  return modules.flatMap((exported) => Object.values(exported)).filter(isTable)
}

const isTable = (exported: unknown): exported is DefinedTable =>
  typeof exported === 'object' && exported !== null && 'tableName' in exported

/** Makes the row that PostgreSQL would give for one that Kysely inserts: JSON is read as a value. */
export const rowAsPostgresReadsIt = ({ definition, row }: DefinedTable, state: object): Record<string, unknown> => {
  const jsonNames = new Set(
    Object.entries(definition).flatMap(([field, { type }]) => (type === 'json' ? [columnNameOfField(field)] : [])),
  )
  return Object.fromEntries(
    Object.entries(row(state)).map(([name, value]) => [
      name,
      jsonNames.has(name) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  )
}

export const columnNameOfField = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
