import { OperatorError } from '../operator-error.ts'
import { settingOptions, type Settings } from './options.ts'

/** Throws an OperatorError where the settings of access tokens contradict each other or one is missing. */
export function assertAccessTokenSettings(settings: Settings): void {
  const { mcpIssuer, mcpAudience, mcpAccount, publicUrl, oidcClientId, allowLocalOidc } = settings
  if (mcpIssuer === null) {
    const useless =
      mcpAudience !== null ? settingOptions.mcpAudience : mcpAccount !== null ? settingOptions.mcpAccount : null
    if (useless !== null) throw new OperatorError(`${useless.env} needs PURSER_MCP_ISSUER, too.`)
    return
  }
  if (publicUrl === null) {
    throw new OperatorError(
      `PURSER_MCP_ISSUER needs PURSER_PUBLIC_URL, too. For instance PURSER_PUBLIC_URL="${settingOptions.publicUrl.example}"`,
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
