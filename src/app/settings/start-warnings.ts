import { isLoopback } from './loopback.ts'
import type { Settings } from './options.ts'

/** What is allowed and weakens the service: a line of the log each, at every start. */
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
    { given: !rateLimit, says: 'PURSER_RATE_LIMIT=off: nothing limits the requests of a key' },
    {
      given: allowPrivateWebhooks,
      says: 'PURSER_ALLOW_PRIVATE_WEBHOOKS=true: webhooks may reach this machine and private networks',
    },
    {
      given: allowLocalOrigins,
      says: 'PURSER_ALLOW_LOCAL_ORIGINS=true: card numbers may be entered at shops on this machine and in private networks, which an agent can start itself',
    },
    {
      given: allowLocalOidc,
      says: 'PURSER_ALLOW_LOCAL_OIDC=true: a sign-in provider on this machine is spoken to by plain http',
    },
    {
      given: !passwordSignIn && oidcIssuer === null,
      says: 'PURSER_PASSWORD_SIGN_IN=off without PURSER_OIDC_ISSUER: people come in by purser people invite alone',
    },
    {
      given: !isLoopback(host) && !behindTls,
      says:
        `HOST=${host} is reached from other machines, and Purser speaks plain HTTP: put a TLS proxy in front, and say so ` +
        'with PURSER_BEHIND_TLS=true',
    },
  ]
  return warnings.filter(({ given }) => given).map(({ says }) => says)
}
