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
