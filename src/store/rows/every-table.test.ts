import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  rowAsPostgresReadsIt,
  columnNameOfField,
  type DefinedTable,
  definedTables,
} from '../../../test/support/records/defined-tables.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { ruleChecks } from '../../domain/decision/trace.ts'
import { encodeSpendEntries } from '../../domain/spend/spend-windows.ts'
import type { TableColumnFacts } from '../statements/column.ts'

const tables = await definedTables()

const json = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
  fc.array(fc.jsonValue(), { minLength: 1 }),
)
const values: Readonly<Partial<Record<TableColumnFacts['type'], fc.Arbitrary<unknown>>>> = {
  word: fc.stringMatching(/^[a-z_0-9]{1,20}$/),
  text: fc.string({ unit: 'binary' }),
  bigint: fc.maxSafeInteger(),
  integer: fc.nat(2 ** 31 - 1),
  boolean: fc.boolean(),
  bytea: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  'text[]': fc.array(fc.string()),
  json: json.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
}

const entries = fc
  .array(fc.record({ at: fc.nat(), amount: fc.integer(), count: fc.nat(9) }))
  .map((all) => encodeSpendEntries(all.toSorted((one, other) => one.at - other.at)))

/** Arbitrary values of the columns that have a form of their own, such as the trace. */
const packed: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  older: entries,
  recent: entries,
  trace: fc.array(fc.tuple(fc.nat(ruleChecks.length - 1), fc.nat(7))),
}

const rowOf = (definition: Readonly<Record<string, TableColumnFacts>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(definition).map(([field, { type, isNullable }]) => {
        const value = packed[field] ?? values[type] ?? fc.constant(undefined)
        return [columnNameOfField(field), isNullable ? fc.option(value) : value]
      }),
    ),
  )

it.each(tables)('a row of $tableName is the row of its state', (table) => {
  fc.assert(
    fc.property(rowOf(table.definition), (row) => {
      const stored = { bucket: bucketOfId((row['id'] ?? row['customer_id']) as string), ...row }
      const written = rowAsPostgresReadsIt(table, table.state(stored))
      expect(rowAsPostgresReadsIt(table, table.state(written))).toStrictEqual(written)
      expect(withoutDerived(table, written)).toStrictEqual(withoutDerived(table, 'bucket' in written ? stored : row))
    }),
  )
})

/** A row without its derived columns. Random values of theirs could contradict the other columns of the row, from which they follow. */
function withoutDerived({ definition }: DefinedTable, row: Readonly<Record<string, unknown>>) {
  const derived = new Set(
    Object.keys(definition).flatMap((field) => (definition[field]?.isDerived ? [columnNameOfField(field)] : [])),
  )
  return Object.fromEntries(Object.entries(row).filter(([name]) => !derived.has(name)))
}

it('every table of the folder is found', () => {
  expect(tables.map(({ tableName }) => tableName)).toContain('challenges')
})
