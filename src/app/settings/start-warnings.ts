import { isLoopback } from '../../lib/network/loopback.ts'
import type { Settings } from './options.ts'

/** A setting that is allowed but weakens the service. */
export interface UnsafeSetting {
  /** The unsafe setting with its value, and what the setting allows. */
  readonly says: string
  /** A sentence that says which setting would be safer than the unsafe one. */
  readonly todo: string
}

/** Warnings about settings that are allowed but weaken the service. Each is a line of the log at every start. */
export const unsafeSettingWarnings = (settings: Settings): string[] => unsafeSettings(settings).map(({ says }) => says)

/** Lists the settings that weaken the service. */
export function unsafeSettings({
  rateLimit,
  allowPrivateWebhooks,
  allowLocalOrigins,
  allowLocalOidc,
  passwordSignIn,
  oidcIssuer,
  host,
  behindTls,
}: Settings): UnsafeSetting[] {
  const rows = [
    {
      given: !rateLimit,
      says: 'PURSER_RATE_LIMIT=off: the requests of API keys are not limited',
      todo: 'Remove the setting, unless you measure something.',
    },
    {
      given: allowPrivateWebhooks,
      says: 'PURSER_ALLOW_PRIVATE_WEBHOOKS=true: webhooks may reach this machine and private networks',
      todo: FOR_TESTS,
    },
    {
      given: allowLocalOrigins,
      says: 'PURSER_ALLOW_LOCAL_ORIGINS=true: card numbers may be entered at shops on this machine and in private networks, and an agent could start such a shop itself',
      todo: FOR_TESTS,
    },
    {
      given: allowLocalOidc,
      says: 'PURSER_ALLOW_LOCAL_OIDC=true: Purser may use plain http with a sign-in provider on this machine',
      todo: FOR_TESTS,
    },
    {
      given: !passwordSignIn && oidcIssuer === null,
      says: 'PURSER_PASSWORD_SIGN_IN=off without PURSER_OIDC_ISSUER: people can sign in only with an invitation of purser people invite',
      todo: 'Set PURSER_OIDC_ISSUER, or allow passwords again.',
    },
    {
      given: !isLoopback(host) && !behindTls,
      says:
        `HOST=${host} can be reached from other machines, and Purser uses plain HTTP: put a TLS proxy in front, and say so ` +
        'with PURSER_BEHIND_TLS=true',
      todo: 'Put a TLS proxy in front, and set PURSER_BEHIND_TLS=true (docs/guides/operating.md).',
    },
  ]
  return rows.filter(({ given }) => given).map(({ says, todo }) => ({ says, todo }))
}

const FOR_TESTS = 'Remove the setting. It is for development and tests.'
