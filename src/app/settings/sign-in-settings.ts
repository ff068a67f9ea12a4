import { createIdentityProvider } from '../../identity/openid.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { OperatorError } from '../operator-error.ts'
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

interface ProviderEvents {
  /** Called with the reason why the provider cannot be used. */
  readonly onAway?: (why: string) => void
  /** Called where somebody has no group with a role, with what the provider has sent in its place. */
  readonly onUnknownGroups?: (what: string) => void
}

/** The sign-in provider of the settings. Null where there is none. No request is sent to the provider yet. */
export function providerOf(
  settings: Settings,
  { onAway = () => undefined, onUnknownGroups = () => undefined }: ProviderEvents = {},
): IdentityProvider | null {
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
    onUnknownGroups,
    allowHttp: allowLocalOidc,
    onAway,
  })
}
