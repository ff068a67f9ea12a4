import { flagNames, type Flags } from '../../contract/decisions.ts'

/** All flags, each false. */
export const noFlags: Flags = Object.freeze(
  Object.fromEntries(flagNames.map((name) => [name, false])),
) as unknown as Flags
