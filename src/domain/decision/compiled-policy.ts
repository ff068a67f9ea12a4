import type { Policy, ReasonLevel, LimitWindow } from '../../contract/policy.ts'
import { limitWindows } from '../../contract/policy.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import { hashedJson } from '../../lib/hashed-json.ts'
import { effectivePolicy, type CascadeLevels, type EffectivePolicy } from './cascade.ts'
import {
  type AdvisingMerchantList,
  compileBlockList,
  compileExactList,
  compileMerchantList,
  type MerchantList,
} from '../merchant-match/merchant-match.ts'

/** An effective policy whose lists are compiled for look-up, so that thousands of decisions a second can use it. */
export interface CompiledPolicy extends EffectivePolicy {
  /** The policy's limits, ordered as `Windows`. `perAuth` is the smaller of `limits.perAuth` and `maxAmount`. */
  readonly limits: readonly PolicyLimit[]
  readonly allowedMccs?: ReadonlySet<string>
  readonly blockedMccs?: ReadonlySet<string>
  readonly allowedMerchants?: AdvisingMerchantList
  readonly blockedMerchants?: MerchantList
  readonly allowedMerchantIds?: MerchantList
  readonly blockedMerchantIds?: MerchantList
  readonly allowedCountries?: ReadonlySet<string>
  readonly blockedCountries?: ReadonlySet<string>
}

export interface PolicyLimit {
  readonly window: LimitWindow
  /** The policy field that sets the limit. */
  readonly rule: `limits.${LimitWindow}` | 'maxAmount'
  readonly level: ReasonLevel
  readonly limit: number
}

const noPolicy: Policy = Object.freeze({})

/**
 * Returns the compiled effective policy of these levels. It is cached for each combination of policy objects: policies never change in
 * place, so the same three objects always give the same result. A cached result is garbage collected with its policy objects.
 */
export function compilePolicy(levels: CascadeLevels): CompiledPolicy {
  const ofCustomer = entry(compiled, levels.customer.policy, () => new WeakMap())
  const ofAgent = entry(ofCustomer, levels.agent?.policy ?? noPolicy, () => new WeakMap())
  return entry(ofAgent, levels.card?.policy ?? noPolicy, () => compile(effectivePolicy(levels)))
}

/** The level that sets a field of an effective policy. Some level, or a default, must set the field. */
export const levelOfPolicyField = ({ sources }: EffectivePolicy, field: string): ReasonLevel =>
  sources[field] as ReasonLevel

const compiled = new WeakMap<Policy, WeakMap<Policy, WeakMap<Policy, CompiledPolicy>>>()
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()
const allowLists = new WeakMap<readonly string[], AdvisingMerchantList>()
const blockLists = new WeakMap<readonly string[], MerchantList>()
const exactLists = new WeakMap<readonly string[], MerchantList>()

/**
 * The length from which on a merchant list is looked up by its hash, so that an equal list that was compiled before is used again. A
 * shorter list is compiled as fast as it is looked up.
 */
const LONG = 50
/**
 * The long merchant lists that were used last, by their hash. Only 32 are kept, because a compiled list of a thousand names takes about two
 * megabytes.
 */
const longLists = new LastUsedCache<readonly string[]>(32)

/**
 * Returns the array of an earlier merchant list with the same names, or the given one. Rows that are read again have new arrays, but what
 * was compiled for the earlier array can then be used again.
 */
function earlierArray(names: readonly string[]): readonly string[] {
  if (names.length < LONG) return names
  const { hash } = hashedJson(names)
  const earlier = longLists.get(hash)
  if (earlier === undefined) longLists.set(hash, names)
  return earlier ?? names
}

const withEarlierArrays = <P extends Policy>(policy: P): P => ({
  ...policy,
  ...(policy.allowedMerchants && { allowedMerchants: earlierArray(policy.allowedMerchants) }),
  ...(policy.blockedMerchants && { blockedMerchants: earlierArray(policy.blockedMerchants) }),
})

/**
 * Compiles an effective policy. Compiled lists are cached separately: a customer's list of thousands of entries is compiled once, not once
 * for every card of the customer.
 */
function compile(effective: EffectivePolicy): CompiledPolicy {
  const setOf = (list: readonly string[]) => entry(sets, list, () => new Set(list.map((code) => code.toUpperCase())))
  const idsOf = (list: readonly string[]) => entry(exactLists, list, compileExactList)
  const policy = withEarlierArrays(effective.policy)
  return {
    ...effective,
    policy,
    limits: limitsOf(effective),
    ...(policy.allowedMccs && { allowedMccs: setOf(policy.allowedMccs) }),
    ...(policy.blockedMccs && { blockedMccs: setOf(policy.blockedMccs) }),
    ...(policy.allowedMerchants && {
      allowedMerchants: entry(allowLists, policy.allowedMerchants, compileMerchantList),
    }),
    ...(policy.blockedMerchants && { blockedMerchants: entry(blockLists, policy.blockedMerchants, compileBlockList) }),
    ...(policy.allowedMerchantIds && { allowedMerchantIds: idsOf(policy.allowedMerchantIds) }),
    ...(policy.blockedMerchantIds && { blockedMerchantIds: idsOf(policy.blockedMerchantIds) }),
    ...(policy.allowedCountries && { allowedCountries: setOf(policy.allowedCountries) }),
    ...(policy.blockedCountries && { blockedCountries: setOf(policy.blockedCountries) }),
  }
}

function limitsOf(effective: EffectivePolicy): PolicyLimit[] {
  const { limits = {}, maxAmount = Number.POSITIVE_INFINITY } = effective.policy
  return limitWindows.flatMap((window): PolicyLimit[] => {
    const limit = limits[window]
    const replaced = window === 'perAuth' && maxAmount < (limit ?? Number.POSITIVE_INFINITY)
    if (replaced)
      return [{ window, rule: 'maxAmount', level: levelOfPolicyField(effective, 'maxAmount'), limit: maxAmount }]
    const rule = `limits.${window}` as const
    return limit === undefined ? [] : [{ window, rule, level: levelOfPolicyField(effective, rule), limit }]
  })
}

/** Returns the value that a WeakMap has for a key. If it has none, `make` makes one, which the map keeps. */
function entry<K extends object, V>(map: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make(key)
  map.set(key, made)
  return made
}
