import { OperatorError } from '../operator-error.ts'
import { settingOptions, type Settings } from './options.ts'

/**
 * Throws an OperatorError where a setting of the sign-in provider is missing. A provider needs a client, roles, and an address to send
 * people back to, which must not come from a request.
 */
export function assertSignInProviderSettings({
  oidcIssuer,
  oidcClientId,
  oidcRoles,
  publicUrl,
  allowLocalOidc,
}: Settings): void {
  if (oidcIssuer === null) return
  const missing =
    oidcClientId === null
      ? settingOptions.oidcClientId
      : oidcRoles === null
        ? settingOptions.oidcRoles
        : publicUrl === null
          ? settingOptions.publicUrl
          : null
  if (missing !== null) {
    throw new OperatorError(
      `PURSER_OIDC_ISSUER needs ${missing.env}, too. For instance ${missing.env}="${missing.example}"`,
    )
  }
  if (oidcIssuer.startsWith('http:') && !allowLocalOidc) {
    throw new OperatorError(
      `PURSER_OIDC_ISSUER=${oidcIssuer} uses plain http. Use its https address, or for development add PURSER_ALLOW_LOCAL_OIDC=true`,
    )
  }
}
