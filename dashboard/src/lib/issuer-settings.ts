import { type ExternalIssuer, issuerTitle } from '../../../src/issuers/names.ts'
import { issuerSheets } from '../../../src/issuers/sheets.ts'

/** The setting that names the default issuer: it issues a card whose creation names no issuer. */
const ISSUER = 'PURSER_ISSUER'

/** The explanation of each setting that connects an issuer, by the variable's name. */
export function issuerSettingHints(name: ExternalIssuer): ReadonlyMap<string, string> {
  const { key, endpoints } = issuerSheets[name]
  const secrets = Object.values(endpoints).flatMap((endpoint) => (endpoint === null ? [] : [endpoint.secret]))
  return new Map([
    ...[key, ...secrets].map(({ variable, hint }) => [variable, hint] as const),
    [ISSUER, `Set to ${name}, new cards are issued by ${issuerTitle(name)} unless somebody chooses otherwise.`],
  ])
}

/** The environment variables that connect an issuer, as lines to fill in. The secret for challenges is left out, because it is optional. */
export function issuerSettingLines(name: ExternalIssuer): readonly string[] {
  const { key, endpoints } = issuerSheets[name]
  const settings = [key, endpoints.authorizations.secret, endpoints.events.secret]
  return [...settings.map(({ variable, placeholder }) => `${variable}=${placeholder}`), `${ISSUER}=${name}`]
}
