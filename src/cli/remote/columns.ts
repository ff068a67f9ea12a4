import type { ListColumn } from '../../contract/sheets/row.ts'
import type { TableColumn } from '../terminal/table.ts'
import type { ShellSheet } from './shell-sheet.ts'
import { shortTime } from '../terminal/time.ts'
import type { PaintColour } from '../terminal/screen.ts'

const paints: Readonly<Record<string, PaintColour>> = {
  active: 'green',
  approved: 'green',
  settled: 'green',
  matched: 'green',
  pending_approval: 'yellow',
  pending: 'yellow',
  paused: 'yellow',
  frozen: 'yellow',
  declined: 'red',
  rejected: 'red',
  mismatched: 'red',
  suspended: 'red',
  disabled: 'red',
  closed: 'dim',
  expired: 'dim',
  canceled: 'dim',
  reversed: 'dim',
}

export const statusColumn = {
  title: 'status',
  of: (row: { status: string }) => row.status,
  paint: (row: { status: string }) => paints[row.status],
  whole: true,
} as const

/** The column of a list with the time at which a resource was made. */
export const createdColumn = {
  title: 'created',
  of: (row: { createdAt: string | null }) => shortTime(row.createdAt),
  whole: true,
  optional: true,
} as const

/** The columns of the list of a resource, in the order of their places. */
export const listColumns = <T extends object>({ fields }: ShellSheet): TableColumn<T>[] =>
  fields
    .flatMap(({ field, listed }) => (listed === null ? [] : [{ field, listed }]))
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
