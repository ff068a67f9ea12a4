import { createIdentityProvider } from '../../identity/openid.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { OperatorError } from '../operator-error.ts'
import type { Logger } from '../telemetry/logger.ts'
import { options, type Settings } from './options.ts'

/**
 * Throws an OperatorError where a setting of the sign-in provider is missing. A provider needs a client, roles, and an address to send
 * people back to, which must not come from a request.
 */
export function assertProvider({ oidcIssuer, oidcClientId, oidcRoles, publicUrl, allowLocalOidc }: Settings): void {
  if (oidcIssuer === null) return
  const missing =
    oidcClientId === null
      ? options.oidcClientId
      : oidcRoles === null
        ? options.oidcRoles
        : publicUrl === null
          ? options.publicUrl
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

/** The sign-in provider of the settings. Null where there is none. No request is sent to the provider yet. */
export function providerOf(settings: Settings, logger: Pick<Logger, 'warn'>): IdentityProvider | null {
  const { oidcIssuer, oidcClientId, publicUrl, allowLocalOidc } = settings
  if (oidcIssuer === null || oidcClientId === null || publicUrl === null) return null
  return createIdentityProvider({
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: settings.oidcClientSecret,
    redirectUri: `${publicUrl}/sign-in/return`,
    scopes: settings.oidcScopes,
    groupsClaim: settings.oidcGroupsClaim,
    knownGroups: (settings.oidcRoles ?? []).map(({ group }) => group),
    onUnknownGroups: (what) =>
      logger.warn({ what }, 'somebody has no group of PURSER_OIDC_ROLES at the sign-in provider'),
    allowHttp: allowLocalOidc,
    onAway: (why) => logger.warn({ why }, 'the sign-in provider could not be used'),
  })
}
