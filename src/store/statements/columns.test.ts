import { expectTypeOf, it } from 'vitest'
import type { PostgresArrayElementType } from './binary-array.ts'
import type { TableColumns } from './columns.ts'

interface Row {
  readonly id: string
  readonly agent_id: string | null
  readonly status: 'open' | 'closed'
  readonly merchant_key: string
  readonly note: string | null
  readonly external_id: string
  readonly amount: number
}
type WithWord = { [Column in keyof Row]: 'word' extends TableColumns<Row>[Column] ? Column : never }[keyof Row]

it('a word is no type of a column that may hold what a caller has written', () => {
  expectTypeOf<Exclude<WithWord, 'amount'>>().toEqualTypeOf<'id' | 'agent_id' | 'status'>()
  expectTypeOf<TableColumns<Row>['note']>().toEqualTypeOf<Exclude<PostgresArrayElementType, 'word'>>()
})
