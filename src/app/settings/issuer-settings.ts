import type { IssuerSettings, IssuerSettingValues } from '../../issuers/issuer-settings.ts'
import { issuerNamed } from '../../issuers/registry.ts'
import { type ExternalIssuer, externalIssuers } from '../../issuers/names.ts'
import { OperatorError } from '../operator-error.ts'
import { issuerOptionName } from './issuer-options.ts'
import { settingOptions, type Settings } from './options.ts'

/** The values of one issuer's settings, by the names that the issuer's folder in `src/issuers` gives them. */
export function settingsOfIssuer(settings: Settings, issuer: ExternalIssuer): IssuerSettingValues<IssuerSettings> {
  const values = new Map<string, unknown>(Object.entries(settings))
  const own = Object.keys(issuerNamed(issuer).settings).map((name) => [
    name,
    values.get(issuerOptionName(issuer, name)),
  ])
  return Object.fromEntries(own) as IssuerSettingValues<IssuerSettings>
}

/** Says for each issuer which of its settings are set, of those that connect it. */
export const issuerConnectionsOf = (settings: Settings) =>
  externalIssuers.map((name) => {
    const own = settingsOfIssuer(settings, name)
    const rows = issuerNamed(name).settings
    return {
      name,
      isLive: issuerNamed(name).isLive(own) === true,
      settings: [
        { name: rows.key.env, isSet: own.key !== null },
        { name: rows.authorizationSecret.env, isSet: own.authorizationSecret !== null },
        { name: rows.eventSecret.env, isSet: own.eventSecret !== null },
        ...(rows.challengeSecret === undefined
          ? []
          : [{ name: rows.challengeSecret.env, isSet: own.challengeSecret !== null }]),
        { name: settingOptions.issuer.env, isSet: settings.issuer === name },
      ],
    }
  })

/** The currencies in which each issuer beside Purser makes cards. */
export const issuerCurrenciesOf = (settings: Settings): Readonly<Record<ExternalIssuer, readonly string[]>> => {
  const currencies = externalIssuers.map((name) => [name, settingsOfIssuer(settings, name).currencies])
  return Object.fromEntries(currencies) as Record<ExternalIssuer, readonly string[]>
}

/**
 * Throws an OperatorError for settings of an issuer that are incomplete. An issuer that asks Purser about purchases must send its events,
 * too: otherwise Purser's holds and sums differ more and more from the issuer's. An issuer that makes cards must ask Purser about the
 * purchases with these cards: otherwise the issuer declines the purchases, or approves them without any rules.
 */
export function assertIssuerSettings(settings: Settings): void {
  for (const name of externalIssuers) {
    const own = settingsOfIssuer(settings, name)
    const { isLive, settings: rows } = issuerNamed(name)
    if (settings.testClock && isLive(own) === true) {
      throw new OperatorError(
        `PURSER_TEST_CLOCK=true is refused with a live ${rows.key.env}: real purchases would be decided at the wrong time. ` +
          'Use a test key of the issuer',
      )
    }
    const secrets = `${rows.authorizationSecret.env} and ${rows.eventSecret.env}`
    if (rows.challengeSecret !== undefined && own.challengeSecret !== null && own.authorizationSecret === null) {
      throw new OperatorError(`${rows.challengeSecret.env} needs ${secrets}, too.`)
    }
    if ((own.authorizationSecret === null) !== (own.eventSecret === null)) {
      throw new OperatorError(`${secrets} are needed together: the issuer shows each with its endpoint.`)
    }
    if (settings.issuer === name && own.key === null) {
      throw new OperatorError(`PURSER_ISSUER=${name} needs ${rows.key.env}, too. For instance ${rows.key.example}`)
    }
    if (own.key !== null && own.authorizationSecret === null) {
      throw new OperatorError(
        `${rows.key.env} needs ${secrets}, too: the issuer asks Purser about purchases with its cards, and sends events about ` +
          'them.',
      )
    }
  }
}
