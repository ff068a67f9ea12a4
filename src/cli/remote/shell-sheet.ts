import type { CallersField, SheetFieldFlags, SheetListColumn } from '../../contract/sheets/row.ts'

/** The parts of a resource's sheet that the command line reads. It loads no schemas, because they take most of the time of a command. */
export interface ShellResourceSheet {
  readonly statuses: readonly string[]
  readonly fields: readonly ShellField[]
}

/** A field that has flags or a column. */
interface ShellField {
  readonly field: string
  /** Whether a PATCH can change the field. Null: callers do not set it. */
  readonly update: CallersField['update'] | null
  readonly flags: SheetFieldFlags | null
  readonly listed: SheetListColumn | null
}
