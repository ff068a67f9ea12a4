import * as all from '../../issuers/all-settings.ts'
import type { IssuerSettings } from '../../issuers/issuer-settings.ts'
import { type ExternalIssuer, externalIssuers, issuerNames } from '../../issuers/names.ts'
import {
  secretFileOption,
  type SettingOption,
  settingOption,
  type SettingOptionRow,
} from '../../lib/settings/option-row.ts'
import { oneOfOption } from '../../lib/settings/option-types.ts'

/** The settings of each issuer. They are not read from the issuers' modules, because every command would load these. */
const settingsOf = all satisfies Readonly<Record<ExternalIssuer, IssuerSettings>>

type Settings<I extends ExternalIssuer> = (typeof settingsOf)[I]
/**
 * The names of the secret settings that an issuer may have. Each of them has a second setting, `..._FILE`, that names a file with the
 * secret.
 */
type Secret = 'key' | `${string}Secret`

/** The settings of an issuer, by their names in the table of all settings: `stripeKey`, and `stripeKeyFile` for a secret. */
type OptionsOf<I extends ExternalIssuer> = {
  readonly [R in keyof Settings<I> & string as `${I}${Capitalize<R>}`]: Settings<I>[R]
} & {
  readonly [R in keyof Settings<I> & Secret as `${I}${Capitalize<R>}File`]: SettingOptionRow<string, null>
}
type OptionsOfAll = Intersection<{ readonly [I in ExternalIssuer]: OptionsOf<I> }[ExternalIssuer]>
/**
 * The intersection of the members of a union. An argument of this type suits each of several functions that take one member of the union.
 */
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never

/** The name of an issuer's setting in the table of all settings: `stripeKey`. */
export const issuerOptionName = (issuer: ExternalIssuer, setting: string): string =>
  `${issuer}${setting.charAt(0).toUpperCase()}${setting.slice(1)}`

function optionsOf(issuer: ExternalIssuer): [string, SettingOption][] {
  const rows: Readonly<Record<string, SettingOption>> = { ...settingsOf[issuer] }
  return Object.entries(rows).flatMap(([setting, row]): [string, SettingOption][] => {
    const own: [string, SettingOption] = [issuerOptionName(issuer, setting), row]
    if (row.secret === undefined) return [own]
    return [own, [`${own[0]}File`, secretFileOption(row.env, setting === 'key' ? 'that key' : 'that secret')]]
  })
}

/** Settings of the issuers beside Purser itself. */
export const issuerOptions = {
  issuerMirror: settingOption({
    env: 'PURSER_ISSUER_MIRROR',
    flag: 'issuer-mirror',
    type: oneOfOption('coarse', 'off'),
    default: 'coarse',
    description:
      "coarse: Purser gives the issuer a card's limits, for times at which the issuer cannot reach Purser: the limit of one purchase exactly, and " +
      'twice the limits of a day, a week, a month and in total. off: it gives none.',
    example: 'off',
  }),
  issuerReveal: settingOption({
    env: 'PURSER_ISSUER_REVEAL',
    flag: 'issuer-reveal',
    type: oneOfOption('session', 'proxy'),
    default: 'session',
    description:
      "How the number of an issuer's card is read. session: the issuer shows it, and Purser never sees it. proxy: Purser fetches it for " +
      'callers that may read it, and does not store it. That puts Purser in the scope of PCI DSS (docs/guides/issuers.md).',
    example: 'proxy',
  }),
  issuer: settingOption({
    env: 'PURSER_ISSUER',
    flag: 'issuer',
    type: oneOfOption(...issuerNames),
    default: 'purser',
    description: `Who issues cards of the first account whose creation names no issuer. ${externalIssuers.join(' and ')} need their key.`,
    example: externalIssuers[0] ?? 'purser',
  }),
  ...(Object.fromEntries(externalIssuers.flatMap(optionsOf)) as OptionsOfAll),
}
