import { invalidRequest } from '../../contract/errors.ts'
import { isCountry } from '../../domain/countries.ts'

/** The right code of a country for each wrong code that people often write in its place. */
const meant: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/**
 * The countries of a policy's list in upper case. Throws where a code is of no country: a block list with `UK` would block nobody, because
 * the networks say GB. Codes in `stored` are kept, so that a policy with an unknown code from earlier can be changed. `path`: the list's
 * path.
 */
export function knownCountries(given: readonly string[], path: string, stored: readonly string[] = []): string[] {
  const countries = given.map((country) => country.toUpperCase())
  const index = countries.findIndex((country) => !isCountry(country) && !stored.includes(country))
  if (index === -1) return countries
  const right = meant[countries[index] as string]
  throw invalidRequest(
    `${path}[${index}]`,
    'ISO 3166-1 has no such country.',
    'parameter_invalid',
    right === undefined
      ? 'Send a code of two letters for each country, such as `US`, `GB` or `DE`.'
      : `The code that ISO and the card networks have is \`${right}\`.`,
  )
}
