import type { SheetListColumn } from '../../contract/sheets/row.ts'
import type { TerminalTableColumn } from '../terminal/table.ts'
import type { ShellResourceSheet } from './shell-sheet.ts'
import { shortTimeText } from '../terminal/text.ts'
import type { TerminalColour } from '../terminal/screen.ts'

const paints: Readonly<Record<string, TerminalColour>> = {
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

export const idColumn = { title: 'id', of: ({ id }: { id: string }) => id, whole: true } as const

export const statusTerminalColumn = {
  title: 'status',
  of: (row: { status: string }) => row.status,
  paint: (row: { status: string }) => paints[row.status],
  whole: true,
} as const

/** The column of a list with the time at which a resource was made. */
export const createdTerminalColumn = {
  title: 'created',
  of: (row: { createdAt: string | null }) => shortTimeText(row.createdAt),
  whole: true,
  optional: true,
} as const

/** The columns of the list of a resource, in the order of their places. */
export const resourceListColumns = <T extends object>({ fields }: ShellResourceSheet): TerminalTableColumn<T>[] =>
  fields
    .flatMap(({ field, listed }) => (listed === null ? [] : [{ field, listed }]))
    .toSorted((one, other) => one.listed.at - other.listed.at)
    .map(({ field, listed }) => columnOf(field, listed))

const columnOf = <T extends object>(field: string, { title, as, fit }: SheetListColumn): TerminalTableColumn<T> => ({
  title,
  of: (row) => texts[as]((row as Readonly<Record<string, unknown>>)[field] as never),
  ...(as === 'status'
    ? { paint: statusTerminalColumn.paint as (row: T) => ReturnType<typeof statusTerminalColumn.paint> }
    : {}),
  ...(fit === 'whole' || fit === 'whole-or-out' ? { whole: true } : {}),
  ...(fit === 'optional' || fit === 'whole-or-out' ? { optional: true } : {}),
})

interface Name {
  readonly business?: string
  readonly first?: string
  readonly last?: string
}

const texts: Readonly<Record<SheetListColumn['as'], (value: never) => string | null | undefined>> = {
  text: (value: string | null | undefined) => value,
  status: (value: string) => value,
  time: (value: string | null) => shortTimeText(value),
  words: (value: readonly string[]) => value.join(' '),
  'full-name': (name?: Name) => name?.business ?? [name?.first, name?.last].filter(Boolean).join(' '),
}
