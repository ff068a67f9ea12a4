import { invalidRequest } from '../contract/errors.ts'
import { Policy } from '../contract/policy.ts'
import { isTimeZone } from '../domain/time-zone.ts'
import { mergedField } from './merged.ts'

const merged = mergedField<Policy>('policy', Policy)

/** A policy as it is stored: countries in upper case, the time zone a known one. Left out: the empty policy. */
export function policyOf(input: Policy | undefined): Policy {
  if (input === undefined) return {}
  const { allowedCountries, blockedCountries, activeHours } = input
  if (activeHours !== undefined && !isTimeZone(activeHours.timezone)) {
    throw invalidRequest('policy.activeHours.timezone', `There is no time zone \`${activeHours.timezone}\`.`)
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
