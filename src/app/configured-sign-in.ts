import { type AccessTokens, createAccessTokens } from '../identity/access-tokens.ts'
import type { IdentityProvider } from '../identity/identity-provider.ts'
import { createIdentityProvider } from '../identity/openid.ts'
import type { Settings } from './settings/options.ts'
import type { Logger } from './telemetry/logger.ts'

/** The sign-in provider of the settings. Null where there is none. No request is sent to the provider yet. */
export function configuredSignInProvider(settings: Settings, logger: Pick<Logger, 'warn'>): IdentityProvider | null {
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

/** Checks the access tokens of the settings' issuer. Null where there is none. No request is sent to the issuer yet. */
export function configuredAccessTokens(settings: Settings, logger: Pick<Logger, 'warn'>): AccessTokens | null {
  const { mcpIssuer: issuer, mcpAudience, publicUrl } = settings
  if (issuer === null || publicUrl === null) return null
  const resource = `${publicUrl}/mcp`
  const onAway = (why: string) => logger.warn({ why }, 'the issuer of access tokens could not be used')
  return createAccessTokens({ issuer, resource, audience: mcpAudience ?? resource, onAway })
}
