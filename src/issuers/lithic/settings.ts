import { settingOption } from '../../lib/settings/option-row.ts'
import { oneOfOption, textOption } from '../../lib/settings/option-types.ts'
import { currencyListOption, issuerOriginOption, issuerSigningSecretsOption } from '../setting-types.ts'
import type { lithicSheet } from './sheet.ts'

/** The settings with which Purser is connected to Lithic. */
export const lithicSettings = {
  authorizationSecret: settingOption({
    env: 'PURSER_LITHIC_ASA_SECRET' satisfies typeof lithicSheet.endpoints.authorizations.secret.variable,
    type: issuerSigningSecretsOption,
    default: null,
    description:
      "The signing secret of Lithic's Auth Stream Access, whose requests /issuers/lithic/authorizations answers (several secrets, separated by " +
      'commas, while you rotate them). It needs PURSER_LITHIC_EVENT_SECRET.',
    example: 'whsec_QWIzZEVmNmhJajlrTG0ybk9wNXFSczh0VXYxd1h5NHo=',
    secret: true,
  }),
  eventSecret: settingOption({
    env: 'PURSER_LITHIC_EVENT_SECRET' satisfies typeof lithicSheet.endpoints.events.secret.variable,
    type: issuerSigningSecretsOption,
    default: null,
    description:
      'The signing secret of the events that Lithic sends to /issuers/lithic/events (or several secrets, as above).',
    example: 'whsec_Wnk0eFd2MXVUczhyUXA1b05tMmxLajlpSGc2ZkVkM2M=',
    secret: true,
  }),
  challengeSecret: settingOption({
    env: 'PURSER_LITHIC_THREE_DS_SECRET' satisfies typeof lithicSheet.endpoints.challenges.secret.variable,
    type: issuerSigningSecretsOption,
    default: null,
    description:
      "The secret of Lithic's 3DS decisioning, whose requests /issuers/lithic/challenges answers (or several secrets, as above). It needs the " +
      'other two secrets.',
    example: 'whsec_bDNtTjRvUDVxUjZzVDd1Vjh3WDl5WjBhQjFjRDJlRjM=',
    secret: true,
  }),
  key: settingOption({
    env: 'PURSER_LITHIC_KEY' satisfies typeof lithicSheet.key.variable,
    type: textOption('an API key of Lithic', /^[0-9A-Za-z._:-]{16,256}$/),
    default: null,
    description: 'The key with which Purser makes, freezes and closes cards at Lithic. It needs both signing secrets.',
    example: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1',
    secret: true,
  }),
  environment: settingOption({
    env: 'PURSER_LITHIC_ENVIRONMENT',
    flag: 'lithic-environment',
    type: oneOfOption('sandbox', 'production'),
    default: 'sandbox',
    description: "Lithic's environment to which PURSER_LITHIC_KEY belongs.",
    example: 'production',
  }),
  currencies: settingOption({
    env: 'PURSER_LITHIC_CURRENCIES',
    flag: 'lithic-currencies',
    type: currencyListOption,
    default: ['USD'],
    description: "The currencies of your program's cards at Lithic. A card of a customer in another one is refused.",
    example: 'EUR',
  }),
  url: settingOption({
    env: 'PURSER_LITHIC_URL',
    flag: 'lithic-url',
    type: issuerOriginOption,
    default: null,
    description:
      "The URL of Lithic's API, if it is not that of the environment. It may use http only on this machine, for development and tests.",
    example: 'http://127.0.0.1:12112',
  }),
}
