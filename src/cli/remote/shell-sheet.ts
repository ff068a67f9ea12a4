import type { CallerSetField, SheetFieldFlags, SheetListColumn } from '../../contract/sheets/row.ts'

/**
 * The statuses and fields of a resource, as the command line needs them. It does without the fields' schemas, because loading these takes
 * most of the time of a command.
 */
export interface ShellResourceSheet {
  readonly statuses: readonly string[]
  readonly fields: readonly ShellField[]
}

/** A field of a resource that has flags in commands, or a column in lists. */
interface ShellField {
  readonly field: string
  /** Whether a PATCH can change the field. Null: callers do not set it. */
  readonly update: CallerSetField['update'] | null
  readonly flags: SheetFieldFlags | null
  readonly listed: SheetListColumn | null
}
