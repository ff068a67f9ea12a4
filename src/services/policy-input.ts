import { invalidRequest } from '../contract/errors.ts'
import { Policy } from '../contract/policy.ts'
import { isTimeZone } from '../domain/time-zone.ts'
import { mergedField } from './merged.ts'

const merged = mergedField<Policy>('policy', Policy)

const TIME_ZONE = 'policy.activeHours.timezone'

/** A policy as it is stored: countries in upper case, the time zone a known one. Left out: the empty policy. */
export function policyOf(input: Policy | undefined): Policy {
  if (input === undefined) return {}
  const { allowedCountries, blockedCountries, activeHours } = input
  // The value is not repeated: it may be a card number, and errors are stored in clear with the idempotency key.
  if (activeHours !== undefined && !isTimeZone(activeHours.timezone)) {
    throw invalidRequest(TIME_ZONE, `\`${TIME_ZONE}\` is not an IANA time zone.`)
  }
  return {
    ...input,
    ...(allowedCountries === undefined ? {} : { allowedCountries: upperCase(allowedCountries) }),
    ...(blockedCountries === undefined ? {} : { blockedCountries: upperCase(blockedCountries) }),
  }
}

/** The stored policy under a PATCH; `null` empties it (contract, section 2). */
export const patchedPolicy = (stored: Policy, patch: object | null | undefined): Policy =>
  patch === undefined ? stored : policyOf(merged(stored, patch) ?? {})

const upperCase = (countries: readonly string[]) => countries.map((country) => country.toUpperCase())
