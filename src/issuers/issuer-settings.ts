import type { SettingOptionRow, SettingOptionValue } from '../lib/settings/option-row.ts'

/**
 * The settings that connect an issuer. A folder may have more, for its own `urlOf` and `isLive`. The name of a setting is that of the issuer
 * and of the row, such as `stripeKey`. Each secret also gets a `_FILE` form.
 */
export interface IssuerSettings {
  readonly key: SettingOptionRow<string, null>
  /** The secrets with which the issuer signs authorization requests. */
  readonly authorizationSecret: SettingOptionRow<string, null>
  readonly eventSecret: SettingOptionRow<string, null>
  /**
   * The secrets with which the issuer signs questions whether the cardholder agrees to a purchase. Absent, like the endpoint in the
   * issuer's sheet: the issuer calls no endpoint with such questions.
   */
  readonly challengeSecret?: SettingOptionRow<string, null>
  /** The origin of the issuer's API. */
  readonly url: SettingOptionRow<string, string | null>
  /** The currencies in which the issuer makes cards. */
  readonly currencies: SettingOptionRow<readonly string[], readonly string[]>
}

/** The values of an issuer's settings. */
export type IssuerSettingValues<Rows> = { readonly [R in keyof Rows]: SettingOptionValue<Rows[R]> }
