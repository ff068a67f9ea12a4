import type { ChangeRequest } from '../../contract/resources/change-requests.ts'

/** True: the id is a change request's. False: it is an approval's or an intent's. */
export const isChangeRequest = (id: string): boolean => id.startsWith('chg_')

/** One line for each changed field: `policy.limits.perDay: 5000 -> 9000`. */
export const changesOf = ({ changes }: ChangeRequest): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
