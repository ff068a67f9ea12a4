import { type AccessTokens, createAccessTokens } from '../../identity/access-tokens.ts'
import { OperatorError } from '../operator-error.ts'
import type { Logger } from '../telemetry/logger.ts'
import { options, type Settings } from './options.ts'

/** Throws an OperatorError where the settings of access tokens do not fit together. */
export function assertTokens(settings: Settings): void {
  const { mcpIssuer, mcpAudience, mcpAccount, publicUrl, oidcClientId, allowLocalOidc } = settings
  if (mcpIssuer === null) {
    const useless = mcpAudience !== null ? options.mcpAudience : mcpAccount !== null ? options.mcpAccount : null
    if (useless !== null) throw new OperatorError(`${useless.env} needs PURSER_MCP_ISSUER, too.`)
    return
  }
  if (publicUrl === null) {
    throw new OperatorError(
      `PURSER_MCP_ISSUER needs PURSER_PUBLIC_URL, too. For instance PURSER_PUBLIC_URL="${options.publicUrl.example}"`,
    )
  }
  if (mcpIssuer.startsWith('http:') && !allowLocalOidc) {
    throw new OperatorError(
      `PURSER_MCP_ISSUER=${mcpIssuer} uses plain http. Use its https address, or for development add PURSER_ALLOW_LOCAL_OIDC=true`,
    )
  }
  if (mcpAudience !== null && mcpAudience === oidcClientId) {
    throw new OperatorError(
      'PURSER_MCP_AUDIENCE must differ from PURSER_OIDC_CLIENT_ID: otherwise tokens about who signs in to the dashboard would be access tokens.',
    )
  }
}

/** Checks the access tokens of the settings' issuer. Null where there is none. No request is sent to the issuer yet. */
export function accessTokensOf(settings: Settings, logger: Pick<Logger, 'warn'>): AccessTokens | null {
  const { mcpIssuer: issuer, mcpAudience, publicUrl } = settings
  if (issuer === null || publicUrl === null) return null
  const resource = `${publicUrl}/mcp`
  const onAway = (why: string) => logger.warn({ why }, 'the issuer of access tokens could not be used')
  return createAccessTokens({ issuer, resource, audience: mcpAudience ?? resource, onAway })
}
