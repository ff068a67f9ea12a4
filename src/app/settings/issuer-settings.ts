import type { IssuerName } from '../../issuers/registry.ts'
import { options, type Settings } from './options.ts'
import { OperatorError } from '../operator-error.ts'

type Texts = { [name in keyof Settings]: Settings[name] extends string | null ? name : never }[keyof Settings]

interface IssuerSettings {
  /** The setting with the key of the issuer's API. */
  readonly key: Texts
  /** The setting with the secret that signs the issuer's authorization requests. */
  readonly authorizations: Texts
  readonly events: Texts
  /** The setting with the secret that signs the issuer's questions to cardholders. Null: the issuer asks only by events. */
  readonly challenges: Texts | null
  readonly urlOf: (settings: Settings) => string
  /** True: the issuer's key is for real money. False: it is for a sandbox. */
  readonly isLive: (settings: Settings) => boolean
}

export const issuerSettings: Readonly<Record<Exclude<IssuerName, 'purser'>, IssuerSettings>> = {
  stripe: {
    key: 'stripeKey',
    authorizations: 'stripeAuthorizationSecret',
    events: 'stripeEventSecret',
    challenges: null,
    urlOf: ({ stripeUrl }) => stripeUrl,
    isLive: ({ stripeKey }) => /^(sk|rk)_live_/.test(stripeKey ?? ''),
  },
  lithic: {
    key: 'lithicKey',
    authorizations: 'lithicAsaSecret',
    events: 'lithicEventSecret',
    challenges: 'lithicThreeDsSecret',
    urlOf: ({ lithicUrl, lithicEnvironment }) =>
      lithicUrl ?? (lithicEnvironment === 'production' ? 'https://api.lithic.com' : 'https://sandbox.lithic.com'),
    isLive: ({ lithicKey, lithicEnvironment }) => lithicKey !== null && lithicEnvironment === 'production',
  },
}

/** For each issuer, says which of the settings that connect it are set. */
export const issuerConnectionsOf = (settings: Settings) =>
  Object.entries(issuerSettings).map(([issuer, { key, authorizations, events, challenges, isLive }]) => {
    const name = issuer as keyof typeof issuerSettings
    const isSet = (setting: Texts) => ({ name: options[setting].env, isSet: settings[setting] !== null })
    return {
      name,
      isLive: isLive(settings),
      settings: [
        isSet(key),
        isSet(authorizations),
        isSet(events),
        ...(challenges === null ? [] : [isSet(challenges)]),
        { name: options.issuer.env, isSet: settings.issuer === name },
      ],
    }
  })

/**
 * Throws an OperatorError for settings of an issuer that are incomplete. An issuer that asks Purser about purchases must send its events,
 * too: otherwise Purser's holds and sums differ more and more from the issuer's. An issuer that makes cards must ask Purser about the
 * purchases with these cards: otherwise the issuer declines the purchases, or approves them without any rules.
 */
export function assertIssuers(settings: Settings): void {
  for (const [name, { key, authorizations, events, challenges, isLive }] of Object.entries(issuerSettings)) {
    if (settings.testClock && isLive(settings)) {
      throw new OperatorError(
        `PURSER_TEST_CLOCK=true is refused with a live ${options[key].env}: real purchases would be decided at the wrong time. ` +
          'Use a test key of the issuer',
      )
    }
    const [env, ...secrets] = [options[key].env, options[authorizations].env, options[events].env]
    if (challenges !== null && settings[challenges] !== null && settings[authorizations] === null) {
      throw new OperatorError(`${options[challenges].env} needs ${secrets.join(' and ')}, too.`)
    }
    if ((settings[authorizations] === null) !== (settings[events] === null)) {
      throw new OperatorError(`${secrets.join(' and ')} are needed together: the issuer shows each with its endpoint.`)
    }
    if (settings.issuer === name && settings[key] === null) {
      throw new OperatorError(`PURSER_ISSUER=${name} needs ${env}, too. For instance ${options[key].example}`)
    }
    if (settings[key] !== null && settings[authorizations] === null) {
      throw new OperatorError(
        `${env} needs ${secrets.join(' and ')}, too: the issuer asks Purser about purchases with its cards, and sends events about ` +
          'them.',
      )
    }
  }
}
