import type { IssuerName } from '../../issuers/registry.ts'
import { options, type Settings } from './options.ts'
import { OperatorError } from '../operator-error.ts'

type Texts = { [name in keyof Settings]: Settings[name] extends string | null ? name : never }[keyof Settings]

/** Which settings are an issuer's. */
interface IssuerSettings {
  /** Of its API. */
  readonly key: Texts
  /** Of whatever it asks, and tells. */
  readonly authorizations: Texts
  readonly events: Texts
  readonly urlOf: (settings: Settings) => string
  /** Whether the key moves real money. */
  readonly isLive: (settings: Settings) => boolean
}

export const issuerSettings: Readonly<Record<Exclude<IssuerName, 'purser'>, IssuerSettings>> = {
  stripe: {
    key: 'stripeKey',
    authorizations: 'stripeAuthorizationSecret',
    events: 'stripeEventSecret',
    urlOf: ({ stripeUrl }) => stripeUrl,
    isLive: ({ stripeKey }) => /^(sk|rk)_live_/.test(stripeKey ?? ''),
  },
  lithic: {
    key: 'lithicKey',
    authorizations: 'lithicAsaSecret',
    events: 'lithicEventSecret',
    urlOf: ({ lithicUrl, lithicEnvironment }) =>
      lithicUrl ?? (lithicEnvironment === 'production' ? 'https://api.lithic.com' : 'https://sandbox.lithic.com'),
    isLive: ({ lithicKey, lithicEnvironment }) => lithicKey !== null && lithicEnvironment === 'production',
  },
}

/**
 * An issuer that asks tells as well what it did: without that, holds and the money drift apart. Who issues cards is asked about them: a
 * card that nobody answers for is declined, or approved by nobody's rules.
 */
export function assertIssuers(settings: Settings): void {
  for (const [name, { key, authorizations, events, isLive }] of Object.entries(issuerSettings)) {
    if (settings.testClock && isLive(settings)) {
      throw new OperatorError(
        `PURSER_TEST_CLOCK=true is refused with a live ${options[key].env}: real purchases would be decided by a time that is not theirs. ` +
          'Take a test key of the issuer',
      )
    }
    const [env, ...secrets] = [options[key].env, options[authorizations].env, options[events].env]
    if ((settings[authorizations] === null) !== (settings[events] === null)) {
      throw new OperatorError(`${secrets.join(' and ')} belong together: the issuer shows each with its endpoint.`)
    }
    if (settings.issuer === name && settings[key] === null) {
      throw new OperatorError(`PURSER_ISSUER=${name} needs ${env}, too. For instance ${options[key].example}`)
    }
    if (settings[key] !== null && settings[authorizations] === null) {
      throw new OperatorError(
        `${env} needs ${secrets.join(' and ')}, too: the issuer asks Purser about the cards that it makes, and tells what becomes ` +
          'of them.',
      )
    }
  }
}
