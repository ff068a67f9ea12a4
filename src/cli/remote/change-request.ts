import type { ChangeRequest } from '../../contract/resources/change-requests.ts'

/** Whether somebody who decides means a change that is asked for, and not a purchase. */
export const isChangeRequest = (id: string): boolean => id.startsWith('chg_')

/** A line for each field: `policy.limits.perDay: 5000 -> 9000`. */
export const changesOf = ({ changes }: ChangeRequest): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
