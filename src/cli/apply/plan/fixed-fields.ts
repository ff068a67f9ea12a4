import { isDeepStrictEqual } from 'node:util'
import type { Entry, Fields, Kind } from '../file/entry.ts'

/** Fields that an object has from its creation on: no PATCH takes them. */
const fixed: Readonly<Record<Kind, readonly string[]>> = {
  customers: [],
  agents: ['externalId'],
  cards: ['type', 'issuer', 'shipping'],
  webhooks: [],
}

/** The fields of an entry that a PATCH can change. */
export const changeable = ({ kind, fields }: Entry): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !fixed[kind].includes(name)))

/** The first field of an entry that can never become what the file says. Null: there is none. */
export function fixedDifference({ kind, fields }: Entry, actual: Fields): string | null {
  const differs = (name: string) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], stored(actual, name))
  return fixed[kind].find(differs) ?? null
}

const stored = (actual: Fields, name: string): unknown =>
  name === 'issuer' ? ((actual['issuer'] as Fields | undefined)?.['name'] ?? 'purser') : actual[name]

/** Whether nothing can change an object any more. */
export const isFinal = (kind: Kind, { status }: Fields): boolean =>
  (kind === 'cards' && status === 'closed') || (kind === 'agents' && status === 'disabled')
