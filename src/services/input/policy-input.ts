import { invalidRequestError } from '../../contract/errors.ts'
import { Policy } from '../../contract/policy.ts'
import { isTimeZone } from '../../domain/decision/time-zone.ts'
import { originPatternOf } from '../../lib/network/origins.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { checkJsonSize } from './json-size.ts'
import { mergedPatchField } from './merged.ts'
import { isCountry } from '../../domain/countries.ts'

const merged = mergedPatchField<Policy>('policy', Policy)
const mergedShadow = mergedPatchField<Policy>('shadowPolicy', Policy)

const ZONE_HINT = 'Send the name of a place, such as `"Europe/Berlin"`, or `"UTC"`.'

/**
 * The maximum size of one level's policy as JSON, in KiB (contract, section 5). Every list of levels and every decision beneath the level
 * reads the whole policy.
 */
const MAX_KIBIBYTES = 64

/**
 * The policy of a request in the form that is stored, with countries in upper case; without input it is the empty policy. Throws 400 for an
 * unknown time zone or country and for more than 64 KiB. `stored`: the policy that was there before.
 */
export function policyOfInput(input: Policy | undefined, name = 'policy', stored: Policy = {}): Policy {
  if (input === undefined) return {}
  const { allowedCountries, blockedCountries, allowedOrigins, activeHours } = input
  // The error about an unknown time zone does not repeat the value: it may be a card number, and errors are stored in clear with the
  // idempotency key.
  if (activeHours !== undefined && !isTimeZone(activeHours.timezone)) {
    const zone = `${name}.activeHours.timezone`
    throw invalidRequestError(zone, `\`${zone}\` is not an IANA time zone.`, 'parameter_invalid', ZONE_HINT)
  }
  const policy: Policy = {
    ...input,
    ...(allowedCountries === undefined
      ? {}
      : { allowedCountries: knownCountries(allowedCountries, `${name}.allowedCountries`, stored.allowedCountries) }),
    ...(blockedCountries === undefined
      ? {}
      : { blockedCountries: knownCountries(blockedCountries, `${name}.blockedCountries`, stored.blockedCountries) }),
    // `checkAllowedOrigins` has checked the origins of the request before.
    ...(allowedOrigins === undefined ? {} : { allowedOrigins: allowedOrigins.map(normalOrigin) }),
  }
  return checkJsonSize(name, policy, MAX_KIBIBYTES)
}

/** The stored policy after a PATCH; `null` empties it (contract, section 2). */
export const patchedPolicy = (stored: Policy, patch: object | null | undefined): Policy =>
  patch === undefined ? stored : policyOfInput(merged(stored, patch) ?? {}, 'policy', stored)

export interface ShadowPolicyFields {
  readonly shadowPolicy?: Policy | undefined
  readonly shadowSince: number | null
}

/** The shadow policy of a new level. `now`: Unix milliseconds. */
export const newShadowPolicy = (input: Policy | undefined, now: number): ShadowPolicyFields =>
  input === undefined ? noShadowPolicy : { shadowPolicy: policyOfInput(input, 'shadowPolicy'), shadowSince: now }

/**
 * The shadow policy after a PATCH; `null` removes it. `shadowSince` becomes `now` (Unix milliseconds) where the shadow policy changes,
 * because its decisions are counted from then on.
 */
export function shadowPolicyAfterPatch(
  stored: ShadowPolicyFields,
  patch: object | null | undefined,
  now: number,
): ShadowPolicyFields {
  const { shadowPolicy, shadowSince } = stored
  if (patch === undefined) return { shadowPolicy, shadowSince }
  const after = mergedShadow(shadowPolicy ?? null, patch)
  if (after === null) return noShadowPolicy
  const policy = policyOfInput(after, 'shadowPolicy', shadowPolicy)
  const isSame = canonicalJson(policy) === canonicalJson(shadowPolicy ?? null)
  return { shadowPolicy: policy, shadowSince: isSame ? shadowSince : now }
}

export const noShadowPolicy: ShadowPolicyFields = { shadowPolicy: undefined, shadowSince: null }

const normalOrigin = (sent: string) => originPatternOf(sent) ?? sent

/** The right code of a country for each wrong code that people often write in its place. */
const meant: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/**
 * The countries of a policy's list in upper case. Throws where a code is of no country: a block list with `UK` would block nobody, because
 * the networks say GB. Codes in `stored` are kept, so that a policy with an unknown code from earlier can be changed. `path`: the list's
 * path.
 */
function knownCountries(given: readonly string[], path: string, stored: readonly string[] = []): string[] {
  const countries = given.map((country) => country.toUpperCase())
  const index = countries.findIndex((country) => !isCountry(country) && !stored.includes(country))
  if (index === -1) return countries
  const right = meant[countries[index] as string]
  throw invalidRequestError(
    `${path}[${index}]`,
    'ISO 3166-1 has no such country.',
    'parameter_invalid',
    right === undefined
      ? 'Send a code of two letters for each country, such as `US`, `GB` or `DE`.'
      : `The code that ISO and the card networks have is \`${right}\`.`,
  )
}
