import { settingOption } from '../../lib/settings/option-row.ts'
import { textOption } from '../../lib/settings/option-types.ts'
import { currencyListOption, issuerOriginOption, issuerSigningSecretsOption } from '../setting-types.ts'
import type { acmeSheet } from './sheet.ts'

/** The settings with which Purser is connected to Acme. */
export const acmeSettings = {
  authorizationSecret: settingOption({
    env: 'PURSER_ACME_AUTHORIZATION_SECRET' satisfies typeof acmeSheet.endpoints.authorizations.secret.variable,
    type: issuerSigningSecretsOption,
    default: null,
    description: "The secret of Acme's requests (several, separated by commas, while you rotate them).",
    example: 'whsec_QWIzZEVmNmhJajlrTG0ybk9wNXFSczh0VXYxd1h5NHo=',
    secret: true,
  }),
  eventSecret: settingOption({
    env: 'PURSER_ACME_EVENT_SECRET' satisfies typeof acmeSheet.endpoints.events.secret.variable,
    type: issuerSigningSecretsOption,
    default: null,
    description: "The secret of Acme's events (or several, as above).",
    example: 'whsec_Wnk0eFd2MXVUczhyUXA1b05tMmxLajlpSGc2ZkVkM2M=',
    secret: true,
  }),
  key: settingOption({
    env: 'PURSER_ACME_KEY' satisfies typeof acmeSheet.key.variable,
    type: textOption('an API key of Acme', /^acme_(test|live)_[0-9a-z]{16,64}$/),
    default: null,
    description: 'The key with which Purser creates, freezes and closes cards at Acme. It needs both secrets.',
    example: 'acme_test_0f1e2d3c4b5a4978',
    secret: true,
  }),
  url: settingOption({
    env: 'PURSER_ACME_URL',
    flag: 'acme-url',
    type: issuerOriginOption,
    default: 'https://api.acme.example',
    description: "The URL of Acme's API. It may use http only on this machine, for development and tests.",
    example: 'http://127.0.0.1:12113',
  }),
  currencies: settingOption({
    env: 'PURSER_ACME_CURRENCIES',
    flag: 'acme-currencies',
    type: currencyListOption,
    default: ['USD'],
    description: 'The currencies of your cards at Acme. A card of a customer in another one is refused.',
    example: 'EUR',
  }),
}
