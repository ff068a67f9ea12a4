import { isExampleApiKeySecret } from '../../contract/example-secret.ts'
import { OperatorError } from '../operator-error.ts'
import { assertIssuerSettings } from './issuer-settings.ts'
import { isLoopback } from '../../lib/network/loopback.ts'
import { settingOptions, type Settings } from './options.ts'
import { assertSeveralProcessesCanServe } from './several-processes.ts'
import { assertSignInProviderSettings } from './sign-in-settings.ts'

/**
 * Throws an OperatorError if the settings contradict each other for a node that serves requests. Commands that only use the database skip
 * this.
 */
export function assertServableSettings(settings: Settings): void {
  assertOneMasterKey(settings)
  assertMailable(settings)
  assertIssuerSettings(settings)
  assertSignInProviderSettings(settings)
  assertAccessTokenSettings(settings)
  assertSeveralProcessesCanServe(settings)
  const { adminApiKey, host, databaseUrl, testClock, testClockAllowShared } = settings
  if (
    adminApiKey !== null &&
    (adminApiKey === settingOptions.adminApiKey.example || isExampleApiKeySecret(adminApiKey))
  ) {
    throw new OperatorError(
      'PURSER_ADMIN_API_KEY is the example of the documentation, which everybody knows. Leave it out, and a key is generated and ' +
        'printed at the first start; or make one: echo "sk_$(openssl rand -hex 20)"',
    )
  }
  if (testClock && !isLoopback(host)) {
    throw new OperatorError(
      `PURSER_TEST_CLOCK=true is refused with HOST=${host}: everybody who can reach the node could move its time. For instance HOST=127.0.0.1`,
    )
  }
  if (databaseUrl !== null && testClock && !testClockAllowShared) {
    throw new OperatorError(
      'PURSER_TEST_CLOCK=true is refused together with DATABASE_URL: the clock of every node on that database would ' +
        'differ. If no other node uses it, add PURSER_TEST_CLOCK_ALLOW_SHARED=true',
    )
  }
}

/** Throws an OperatorError where mails cannot be sent. A mail needs a sender, and the address of its links must not come from a request. */
function assertMailable({ smtpUrl, mailFrom, publicUrl }: Settings): void {
  if (smtpUrl === null) return
  const missing = mailFrom === null ? settingOptions.mailFrom : publicUrl === null ? settingOptions.publicUrl : null
  if (missing === null) return
  throw new OperatorError(`PURSER_SMTP_URL needs ${missing.env}, too. For instance ${missing.env}="${missing.example}"`)
}

/**
 * Throws an OperatorError unless exactly one setting gives the master key. With the embedded database no setting may give it: then Purser
 * keeps the key itself.
 */
export function assertOneMasterKey({ databaseUrl, masterKey, masterKeyFile, masterKeyCommand }: Settings): void {
  const given = [masterKey, masterKeyFile, masterKeyCommand].filter((each) => each !== null)
  if (given.length > 1) {
    throw new OperatorError(
      'PURSER_MASTER_KEY, PURSER_MASTER_KEY_FILE and PURSER_MASTER_KEY_COMMAND exclude each other: give one of them.',
    )
  }
  if (databaseUrl !== null && given.length === 0) {
    throw new OperatorError(
      'PURSER_MASTER_KEY is missing: with DATABASE_URL every node must be given the same master key. ' +
        'For instance PURSER_MASTER_KEY="$(openssl rand -base64 32)", and keep it where it cannot be lost',
    )
  }
}

/** Throws an OperatorError where the settings of access tokens contradict each other or one is missing. */
function assertAccessTokenSettings(settings: Settings): void {
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
