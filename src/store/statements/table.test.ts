import { expect, expectTypeOf, it } from 'vitest'
import { bigintColumn, jsonColumn, asciiColumn, textColumn, enumColumn } from './column.ts'
import { defineTable } from './table.ts'
import type { SelectedTableRow } from './table-types.ts'

type Taken = Readonly<Record<'taken_from' | 'taken_to', number | null>>
const notes = defineTable(
  'notes',
  {
    id: asciiColumn,
    customerId: asciiColumn,
    last4: textColumn.nullable,
    status: enumColumn<'open' | 'done'>().mutable,
    tags: jsonColumn<readonly string[]>().nullable.as(
      (stored) => stored ?? [],
      (tags) => (tags.length === 0 ? null : tags),
    ).mutable,
    limits: jsonColumn<{ perDay: number }>().optional,
    takenFrom: bigintColumn.nullable.mutableByName.from(({ taken }: { taken: readonly number[] }) => taken[0] ?? null),
    takenTo: bigintColumn.nullable.mutableByName.from(({ taken }: { taken: readonly number[] }) => taken[1] ?? null),
  },
  {
    taken: ({ taken_from: from, taken_to: to }: Taken): readonly number[] =>
      from === null || to === null ? [] : [from, to],
  },
)
const row = {
  id: 'not_00',
  customer_id: 'cust_00',
  last4: null,
  status: 'open',
  tags: null,
  limits: null,
  taken_from: 1,
  taken_to: 2,
} as const
const state = { id: 'not_00', customerId: 'cust_00', last4: null, status: 'open', tags: [], taken: [1, 2] } as const

it('a state is made of a row, and a row of a state', () => {
  expect(notes.state(row)).toStrictEqual(state)
  expect(notes.row(state)).toStrictEqual({ bucket: 0, ...row })
  expect(notes.row({ ...state, tags: ['a'] })).toMatchObject({ tags: '["a"]' })
  expect(notes.state({ ...row, limits: { perDay: 1 } })).toMatchObject({ limits: { perDay: 1 } })
})

it('an insert names all columns, an update those that it may change', () => {
  const textOf = (queries: readonly { statement: { text: string; name: string } }[]) =>
    queries.map(({ statement }) => `${statement.name}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}`)[0]
  expect(textOf(notes.inserting('on conflict do nothing')([state]))).toMatch(
    /^insert-notes: insert into notes \(bucket, id, customer_id, last4, status, tags, limits, taken_from, taken_to\) .* on conflict do nothing$/,
  )
  expect(textOf(notes.updating()([state]))).toMatch(
    /^update-notes: .* set status = given.status, tags = given.tags from/,
  )
  expect(textOf(notes.updating(['takenFrom'], 'taken')([state]))).toMatch(
    /^update-taken: .* set taken_from = given.taken_from from/,
  )
})

it('types follow from the definition, and a field that is wrong or forgotten does not compile', () => {
  expectTypeOf<SelectedTableRow<typeof notes>>().toEqualTypeOf<{
    id: string
    customer_id: string
    last4: string | null
    status: 'open' | 'done'
    tags: readonly string[] | null
    limits: { perDay: number } | null
    taken_from: number | null
    taken_to: number | null
  }>()
  expectTypeOf(notes.state).returns.toEqualTypeOf<{
    readonly id: string
    readonly customerId: string
    readonly last4: string | null
    readonly status: 'open' | 'done'
    readonly tags: readonly string[]
    readonly limits?: { perDay: number } | undefined
    readonly taken: readonly number[]
  }>()
  const mistakes = () => {
    const { last4: _last4, ...forgotten } = state
    // @ts-expect-error -- a field is missing
    notes.inserting()([forgotten])
    // @ts-expect-error -- a word that the column does not have
    notes.inserting()([{ ...state, status: 'shut' }])
    // @ts-expect-error -- a column that no update may change
    notes.updating(['customerId'])
    // @ts-expect-error -- the column follows from a field that is missing
    notes.updating(['takenFrom'])([{ id: 'not_00', taken: undefined }])
    // @ts-expect-error -- a text that may have any characters
    void enumColumn<string>().nullable
  }
  expectTypeOf(mistakes).returns.toBeVoid()
})
