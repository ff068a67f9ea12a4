import { canonicalJson } from '../../../lib/canonical-json.ts'
import type { Fields } from '../file/entry.ts'
import type { Entries } from './exported-file.ts'

/** Policies that several entries have become policies of the file with a name, to which the entries refer. */
export function sharedPolicies(entries: Entries): { policies: Readonly<Record<string, unknown>>; entries: Entries } {
  const users = new Map<string, number>()
  for (const entry of Object.values(entries).flatMap((members) => Object.values(members))) {
    const key = keyOf(entry)
    if (key !== null) users.set(key, (users.get(key) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  for (const [key, count] of users) if (count > 1) names.set(key, `shared-${names.size + 1}`)
  const referring = (entry: Fields): Fields => {
    const name = names.get(keyOf(entry) ?? '')
    return name === undefined ? entry : { ...entry, policy: name }
  }
  return {
    policies: Object.fromEntries([...names].map(([key, name]) => [name, JSON.parse(key) as unknown])),
    entries: Object.fromEntries(
      Object.entries(entries).map(([kind, members]) => [
        kind,
        Object.fromEntries(Object.entries(members).map(([name, entry]) => [name, referring(entry)])),
      ]),
    ),
  }
}

const keyOf = ({ policy }: Fields): string | null => (policy === undefined ? null : canonicalJson(policy))
