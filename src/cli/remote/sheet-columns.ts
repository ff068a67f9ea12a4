import { type ListColumn, rowsOf, type Sheet } from '../../contract/sheets/row.ts'
import type { TableColumn } from '../terminal/table.ts'
import { shortTime } from '../terminal/time.ts'
import { statusColumn } from './columns.ts'

/** The columns of the list of a resource, in the order of their places. */
export const listColumns = <T extends object>(sheet: Sheet): TableColumn<T>[] =>
  rowsOf(sheet)
    .flatMap(([field, { listed }]) => (listed === null ? [] : [{ field, listed }]))
    .toSorted((one, other) => one.listed.at - other.listed.at)
    .map(({ field, listed }) => columnOf(field, listed))

const columnOf = <T extends object>(field: string, { title, as, fit }: ListColumn): TableColumn<T> => ({
  title,
  of: (row) => texts[as]((row as Readonly<Record<string, unknown>>)[field] as never),
  ...(as === 'status' ? { paint: statusColumn.paint as (row: T) => ReturnType<typeof statusColumn.paint> } : {}),
  ...(fit === 'whole' || fit === 'whole-or-out' ? { whole: true } : {}),
  ...(fit === 'optional' || fit === 'whole-or-out' ? { optional: true } : {}),
})

interface Name {
  readonly business?: string
  readonly first?: string
  readonly last?: string
}

const texts: Readonly<Record<ListColumn['as'], (value: never) => string | null | undefined>> = {
  text: (value: string | null | undefined) => value,
  status: (value: string) => value,
  time: (value: string | null) => shortTime(value),
  words: (value: readonly string[]) => value.join(' '),
  'full-name': (name?: Name) => name?.business ?? [name?.first, name?.last].filter(Boolean).join(' '),
}
