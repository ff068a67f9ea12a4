import { settingOption } from '../../lib/settings/option-row.ts'
import { textOption } from '../../lib/settings/option-types.ts'
import { currencyListOption, issuerOriginOption, issuerSigningSecretsOption } from '../setting-types.ts'
import type { stripeSheet } from './sheet.ts'

/** The settings with which Purser is connected to Stripe. */
export const stripeSettings = {
  authorizationSecret: settingOption({
    env: 'PURSER_STRIPE_AUTHORIZATION_SECRET' satisfies typeof stripeSheet.endpoints.authorizations.secret.variable,
    type: issuerSigningSecretsOption,
    default: null,
    description:
      "The signing secret of Stripe Issuing's real-time authorizations, which /issuers/stripe/authorizations answers (several secrets, separated " +
      'by commas, while you rotate them). It needs PURSER_STRIPE_EVENT_SECRET.',
    example: 'whsec_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z',
    secret: true,
  }),
  eventSecret: settingOption({
    env: 'PURSER_STRIPE_EVENT_SECRET' satisfies typeof stripeSheet.endpoints.events.secret.variable,
    type: issuerSigningSecretsOption,
    default: null,
    description:
      'The signing secret of the events that Stripe sends to /issuers/stripe/events (or several secrets, as above).',
    example: 'whsec_Zy4xWv1uTs8rQp5oNm2lKj9iHg6fEd3c',
    secret: true,
  }),
  key: settingOption({
    env: 'PURSER_STRIPE_KEY' satisfies typeof stripeSheet.key.variable,
    type: textOption('a secret or restricted key of Stripe', /^(sk|rk)_(test|live)_[0-9A-Za-z]{10,250}$/),
    default: null,
    description:
      'The key with which Purser makes, freezes and closes cards at Stripe Issuing: a restricted key that may write Issuing. It needs both ' +
      'signing secrets, and the package stripe installed beside Purser.',
    example: 'rk_test_51Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z',
    secret: true,
  }),
  url: settingOption({
    env: 'PURSER_STRIPE_URL',
    flag: 'stripe-url',
    type: issuerOriginOption,
    default: 'https://api.stripe.com',
    description: "The URL of Stripe's API. It may use http only on this machine, for development and tests.",
    example: 'http://127.0.0.1:12111',
  }),
  currencies: settingOption({
    env: 'PURSER_STRIPE_CURRENCIES',
    flag: 'stripe-currencies',
    type: currencyListOption,
    default: ['USD', 'EUR', 'GBP'],
    description:
      'The currencies in which your Stripe account issues cards. A card of a customer in another one is refused. Stripe refuses those that the ' +
      "account's country does not have.",
    example: 'EUR',
  }),
}
