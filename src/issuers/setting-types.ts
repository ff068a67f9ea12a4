import { isCurrency } from '../domain/currencies.ts'
import { isLoopback } from '../lib/network/loopback.ts'
import { type SettingOptionType, textOption, webOriginOption } from '../lib/settings/option-types.ts'

/** The type of the settings for the secrets with which an issuer signs: several while the secrets are rotated. */
export const issuerSigningSecretsOption = textOption(
  'whsec_... (several: separated by commas)',
  /^whsec_[0-9A-Za-z+/=_-]{24,128}(,whsec_[0-9A-Za-z+/=_-]{24,128})*$/,
)

/** The type of the settings for an issuer's currencies: codes of ISO 4217 in any case, which are read in upper case. */
export const currencyListOption: SettingOptionType<readonly string[]> = {
  expects: 'codes of ISO 4217, separated by commas',
  parse: (value) => {
    const all = value.split(',').map((each) => each.trim().toUpperCase())
    return all.every(isCurrency) ? all : undefined
  },
}

/**
 * The type of the settings for the origin of an issuer's API. The origin must be https, because the API key is sent to it; http is allowed
 * only for this machine itself.
 */
export const issuerOriginOption: SettingOptionType<string> = {
  expects: 'an https URL without a path (http only on this machine)',
  parse: (value) => {
    const origin = webOriginOption.parse(value)
    const url = URL.parse(origin ?? '')
    return url?.protocol === 'https:' || isLoopback(url?.hostname.replace(/^\[|\]$/g, '') ?? '') ? origin : undefined
  },
}
