import { isLoopback } from './loopback.ts'
import type { Settings } from './options.ts'

/** Warnings about settings that are allowed but weaken the service. Each is a line of the log at every start. */
export function startWarnings({
  rateLimit,
  allowPrivateWebhooks,
  allowLocalOrigins,
  allowLocalOidc,
  passwordSignIn,
  oidcIssuer,
  host,
  behindTls,
}: Settings): string[] {
  const warnings = [
    { given: !rateLimit, says: 'PURSER_RATE_LIMIT=off: the requests of API keys are not limited' },
    {
      given: allowPrivateWebhooks,
      says: 'PURSER_ALLOW_PRIVATE_WEBHOOKS=true: webhooks may reach this machine and private networks',
    },
    {
      given: allowLocalOrigins,
      says: 'PURSER_ALLOW_LOCAL_ORIGINS=true: card numbers may be entered at shops on this machine and in private networks, and an agent could start such a shop itself',
    },
    {
      given: allowLocalOidc,
      says: 'PURSER_ALLOW_LOCAL_OIDC=true: Purser may use plain http with a sign-in provider on this machine',
    },
    {
      given: !passwordSignIn && oidcIssuer === null,
      says: 'PURSER_PASSWORD_SIGN_IN=off without PURSER_OIDC_ISSUER: people can sign in only with an invitation of purser people invite',
    },
    {
      given: !isLoopback(host) && !behindTls,
      says:
        `HOST=${host} can be reached from other machines, and Purser uses plain HTTP: put a TLS proxy in front, and say so ` +
        'with PURSER_BEHIND_TLS=true',
    },
  ]
  return warnings.filter(({ given }) => given).map(({ says }) => says)
}
