import type { OptionType } from './option-types.ts'

export interface Option<T = unknown> {
  readonly env: string
  /** Without its dashes. Secrets have none: every user of the machine can read a command line. */
  readonly flag?: string
  readonly type: OptionType<T>
  /** Null: absent. */
  readonly default: T | null
  readonly description: string
  readonly example: string
  /** Never shown in a message. */
  readonly secret?: true
}

export type Row<T, D> = Omit<Option<T>, 'default'> & { readonly default: D }
export const option = <T, const D extends T | null>(row: Row<T, D>): Row<T, D> => row
