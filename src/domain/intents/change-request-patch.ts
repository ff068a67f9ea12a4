import type { WantedChange } from '../../contract/resources/change-requests.ts'
import type { Policy } from '../../contract/policy.ts'
import { isListedOrigin } from '../../lib/network/origins.ts'
import { type CascadeLevels, effectivePolicy } from '../decision/cascade.ts'
import { compilePolicy } from '../decision/compiled-policy.ts'
import { compileBlockList } from '../merchant-match/merchant-match.ts'

type Lists = {
  readonly [Fact in Exclude<keyof NonNullable<WantedChange['allow']>, 'origin'>]: {
    readonly allowed: 'allowedMerchants' | 'allowedMerchantIds' | 'allowedMccs' | 'allowedCountries'
    readonly blocked: 'blockedMerchants' | 'blockedMerchantIds' | 'blockedMccs' | 'blockedCountries'
  }
}

const lists: Lists = {
  merchant: { allowed: 'allowedMerchants', blocked: 'blockedMerchants' },
  merchantId: { allowed: 'allowedMerchantIds', blocked: 'blockedMerchantIds' },
  mcc: { allowed: 'allowedMccs', blocked: 'blockedMccs' },
  country: { allowed: 'allowedCountries', blocked: 'blockedCountries' },
}

/** A change request's change in the form of a PATCH of the card or the agent. */
export type ChangeRequestPatch = Pick<WantedChange, 'policy' | 'limits' | 'status'>

/**
 * Makes the PATCH that grants a change request at the most specific of the levels. New lists are built from the lists that are in effect
 * now, whichever level sets them, so entries that were added since the request are kept.
 */
export function changeRequestPatch(
  levels: CascadeLevels,
  { policy, limits, allow = {}, status }: WantedChange,
): ChangeRequestPatch {
  const { origin, ...facts } = allow
  const listed = Object.entries(facts).map(([fact, value]) => listsWith(levels, lists[fact as keyof Lists], value))
  const patch = { ...policy, ...Object.assign({}, ...listed), ...originsWith(levels, origin) } as NonNullable<
    WantedChange['policy']
  >
  return {
    ...(Object.keys(patch).length === 0 ? {} : { policy: patch }),
    ...(limits === undefined ? {} : { limits }),
    ...(status === undefined ? {} : { status }),
  }
}

/** The new allow list and block list with which the requested value is permitted. A list that need not change is left out. */
function listsWith(levels: CascadeLevels, { allowed, blocked }: Lists[keyof Lists], value: string): Policy {
  const compiled = compilePolicy(levels)
  const open = compiled.policy[allowed]
  const closed = compiled.policy[blocked]
  return {
    ...(open === undefined || isIn(compiled[allowed], value) ? {} : { [allowed]: [...open, value] }),
    ...(closed !== undefined && isIn(compiled[blocked], value)
      ? { [blocked]: withoutBlockersOf(blocked, closed, value) }
      : {}),
  }
}

/** `allowedOrigins` with the requested origin added. Empty if no level restricts origins, because every origin is then allowed. */
function originsWith(levels: CascadeLevels, origin: string | undefined): Policy {
  const { allowedOrigins } = effectivePolicy(levels).policy
  if (origin === undefined || allowedOrigins === undefined || isListedOrigin(allowedOrigins, origin)) return {}
  return allowedOrigins.includes(origin) ? {} : { allowedOrigins: [...allowedOrigins, origin] }
}

type Compiled = { matches(value: string): string | undefined } | ReadonlySet<string> | undefined

function isIn(list: Compiled, value: string): boolean {
  if (list === undefined) return false
  return 'matches' in list ? list.matches(value) !== undefined : list.has(value.toUpperCase())
}

/** The block list without the entries by which the requested value is blocked. */
function withoutBlockersOf(field: Lists[keyof Lists]['blocked'], list: readonly string[], value: string): string[] {
  if (field === 'blockedMerchants') {
    const blockers = new Set(namesThatMatch(list, value))
    return list.filter((entry) => !blockers.has(entry))
  }
  const isSame = (entry: string) =>
    entry === value || (field !== 'blockedMerchantIds' && entry.toUpperCase() === value.toUpperCase())
  return list.filter((entry) => !isSame(entry))
}

/**
 * The names of a block list by which the requested value is blocked. At least one name blocks it. The list is halved again and again and a
 * half that does not block is not searched, because few names of a long list block the value.
 */
function namesThatMatch(names: readonly string[], value: string): readonly string[] {
  if (names.length === 1) return names
  const middle = names.length >> 1
  return [names.slice(0, middle), names.slice(middle)]
    .filter((half) => compileBlockList(half).matches(value) !== undefined)
    .flatMap((half) => namesThatMatch(half, value))
}
