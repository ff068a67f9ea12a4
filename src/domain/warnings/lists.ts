import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about allow lists that are empty, or that share entries with the block list. The block list wins. */
export const allowListWarnings = (compiled: CompiledPolicy): PolicyWarning[] =>
  (['Mccs', 'Merchants', 'MerchantIds', 'Countries'] as const).flatMap((kind) => {
    const allowed = compiled.policy[`allowed${kind}`]
    if (allowed === undefined) return []
    if (allowed.length === 0) return [emptyAllowList(`allowed${kind}`)]
    const { both, compared } = inBoth(compiled, kind, allowed)
    if (both.length === 0) return []
    const shared = inBothLists(kind, both, compared < allowed.length ? compared : undefined)
    return both.length < allowed.length ? [shared] : [shared, unreachableAllowList(kind)]
  })

/** The entries of an allow list that are blocked, and how many of its entries were compared. */
interface Shared {
  readonly both: readonly string[]
  readonly compared: number
}

/**
 * How many names of an allow list are compared with a block list at most, from the first one on: a comparison takes a tenth of a
 * millisecond.
 */
const MOST_COMPARED = 250

/** The entries that an allow list and a block list share. Lists never change in place, so the entries are computed once for each pair. */
function inBoth(compiled: CompiledPolicy, kind: Kind, allowed: readonly string[]): Shared {
  const blocked = compiled.policy[`blocked${kind}`]
  if (blocked === undefined) return { both: [], compared: allowed.length }
  const ofAllowed = known.get(allowed) ?? new WeakMap<readonly string[], Shared>()
  known.set(allowed, ofAllowed)
  const shared = ofAllowed.get(blocked) ?? compare(compiled, kind, { allowed, blocked })
  ofAllowed.set(blocked, shared)
  return shared
}

const known = new WeakMap<readonly string[], WeakMap<readonly string[], Shared>>()

function compare(
  compiled: CompiledPolicy,
  kind: Kind,
  { allowed, blocked }: { allowed: readonly string[]; blocked: readonly string[] },
): Shared {
  if (kind !== 'Merchants')
    return { both: allowed.filter((entry) => isBlocked(compiled, kind, entry)), compared: allowed.length }
  const equal = new Set(blocked)
  const both = allowed.filter(
    (entry, index) => equal.has(entry) || (index < MOST_COMPARED && isBlocked(compiled, kind, entry)),
  )
  return { both, compared: Math.min(allowed.length, MOST_COMPARED) }
}

type Kind = 'Mccs' | 'Merchants' | 'MerchantIds' | 'Countries'

function isBlocked(compiled: CompiledPolicy, kind: Kind, entry: string): boolean {
  if (kind === 'Merchants' || kind === 'MerchantIds') return compiled[`blocked${kind}`]?.matches(entry) !== undefined
  return compiled[`blocked${kind}`]?.has(entry.toUpperCase()) ?? false
}

const codes = {
  Mccs: 'mcc_in_both_lists',
  Merchants: 'merchant_in_both_lists',
  MerchantIds: 'merchant_in_both_lists',
  Countries: 'country_in_both_lists',
} as const satisfies Record<Kind, string>

const emptyAllowList = (field: string): PolicyWarning => ({
  code: 'allow_list_empty',
  message: `\`${field}\` is empty: no spend can pass it.`,
  fields: [field],
})

const inBothLists = (kind: Kind, entries: readonly string[], compared: number | undefined): PolicyWarning => ({
  code: codes[kind],
  message: `Both allowed and blocked, so declined: ${firstOf(entries)}.${
    compared === undefined
      ? ''
      : ` The first ${compared} allowed names were compared, of the others only equal ones are named.`
  }`,
  fields: [`allowed${kind}`, `blocked${kind}`],
})

const MOST_NAMED = 5
const firstOf = (entries: readonly string[]): string =>
  entries.length > MOST_NAMED
    ? `${entries.slice(0, MOST_NAMED).join(', ')} and ${entries.length - MOST_NAMED} more`
    : entries.join(', ')

const unreachableAllowList = (kind: Kind): PolicyWarning => ({
  code: 'allow_list_unreachable',
  message: `Every entry of \`allowed${kind}\` is blocked by \`blocked${kind}\`: no spend can pass both.`,
  fields: [`allowed${kind}`, `blocked${kind}`],
})
