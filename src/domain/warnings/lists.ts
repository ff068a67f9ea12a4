import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about allow lists that are empty, or that share entries with the block list. The block list wins. */
export const listWarnings = (compiled: CompiledPolicy): PolicyWarning[] =>
  (['Mccs', 'Merchants', 'MerchantIds', 'Countries'] as const).flatMap((kind) => {
    const allowed = compiled.policy[`allowed${kind}`]
    if (allowed === undefined) return []
    if (allowed.length === 0) return [emptyAllowList(`allowed${kind}`)]
    const both = allowed.filter((entry) => isBlocked(compiled, kind, entry))
    if (both.length === 0) return []
    return both.length < allowed.length
      ? [inBothLists(kind, both)]
      : [inBothLists(kind, both), unreachableAllowList(kind)]
  })

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

const inBothLists = (kind: Kind, entries: readonly string[]): PolicyWarning => ({
  code: codes[kind],
  message: `Both allowed and blocked, so declined: ${firstOf(entries)}.`,
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
