import type { ChangeRequest } from '../../contract/resources/change-requests.ts'

/** A line for each field that a change request wants to change: `policy.limits.perDay: 5000 -> 9000`. */
export const wantedChangeLines = ({ changes }: ChangeRequest): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)
