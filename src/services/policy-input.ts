import { invalidRequest } from '../contract/errors.ts'
import { Policy } from '../contract/policy.ts'
import { isTimeZone } from '../domain/time-zone.ts'
import { checkJsonSize } from './json-size.ts'
import { mergedField } from './merged.ts'

const merged = mergedField<Policy>('policy', Policy)

const ZONE_HINT = 'Send the name of a place, such as `"Europe/Berlin"`, or `"UTC"`.'
const TIME_ZONE = 'policy.activeHours.timezone'

/** Of one level (contract, section 5): what every list and every decision beneath it has to carry. */
const MAX_KIBIBYTES = 64

/** A policy as it is stored: countries in upper case, the time zone a known one, of 64 KiB at most. Left out: the empty policy. */
export function policyOf(input: Policy | undefined): Policy {
  if (input === undefined) return {}
  const { allowedCountries, blockedCountries, activeHours } = input
  // The value is not repeated: it may be a card number, and errors are stored in clear with the idempotency key.
  if (activeHours !== undefined && !isTimeZone(activeHours.timezone)) {
    throw invalidRequest(TIME_ZONE, `\`${TIME_ZONE}\` is not an IANA time zone.`, 'parameter_invalid', ZONE_HINT)
  }
  const policy: Policy = {
    ...input,
    ...(allowedCountries === undefined ? {} : { allowedCountries: upperCase(allowedCountries) }),
    ...(blockedCountries === undefined ? {} : { blockedCountries: upperCase(blockedCountries) }),
  }
  return checkJsonSize('policy', policy, MAX_KIBIBYTES)
}

/** The stored policy under a PATCH; `null` empties it (contract, section 2). */
export const patchedPolicy = (stored: Policy, patch: object | null | undefined): Policy =>
  patch === undefined ? stored : policyOf(merged(stored, patch) ?? {})

const upperCase = (countries: readonly string[]) => countries.map((country) => country.toUpperCase())
