import { fileOf, option } from './option-row.ts'
import { currencies, issuerOrigin, oneOf, text } from './option-types.ts'

const signingSecrets = text(
  'whsec_... (several: separated by commas)',
  /^whsec_[0-9A-Za-z+/=_-]{24,128}(,whsec_[0-9A-Za-z+/=_-]{24,128})*$/,
)

/** Settings of the issuers beside Purser itself. */
export const issuerOptions = {
  issuerMirror: option({
    env: 'PURSER_ISSUER_MIRROR',
    flag: 'issuer-mirror',
    type: oneOf('coarse', 'off'),
    default: 'coarse',
    description:
      "coarse: Purser gives the issuer a card's limits, for times at which the issuer cannot reach Purser: the limit of one purchase exactly, and " +
      'twice the limits of a day, a week, a month and in total. off: it gives none.',
    example: 'off',
  }),
  issuerReveal: option({
    env: 'PURSER_ISSUER_REVEAL',
    flag: 'issuer-reveal',
    type: oneOf('session', 'proxy'),
    default: 'session',
    description:
      "How the number of an issuer's card is read. session: the issuer shows it, and Purser never sees it. proxy: Purser fetches it for " +
      'callers that may read it, and does not store it. That puts Purser in the scope of PCI DSS (docs/guides/issuers.md).',
    example: 'proxy',
  }),
  stripeAuthorizationSecret: option({
    env: 'PURSER_STRIPE_AUTHORIZATION_SECRET',
    type: signingSecrets,
    default: null,
    description:
      "The signing secret of Stripe Issuing's real-time authorizations, which /issuers/stripe/authorizations answers (several secrets, separated " +
      'by commas, while you rotate them). It needs PURSER_STRIPE_EVENT_SECRET.',
    example: 'whsec_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z',
    secret: true,
  }),
  stripeAuthorizationSecretFile: fileOf('PURSER_STRIPE_AUTHORIZATION_SECRET'),
  stripeEventSecret: option({
    env: 'PURSER_STRIPE_EVENT_SECRET',
    type: signingSecrets,
    default: null,
    description:
      'The signing secret of the events that Stripe sends to /issuers/stripe/events (or several secrets, as above).',
    example: 'whsec_Zy4xWv1uTs8rQp5oNm2lKj9iHg6fEd3c',
    secret: true,
  }),
  stripeEventSecretFile: fileOf('PURSER_STRIPE_EVENT_SECRET'),
  issuer: option({
    env: 'PURSER_ISSUER',
    flag: 'issuer',
    type: oneOf('purser', 'stripe', 'lithic'),
    default: 'purser',
    description:
      'Who issues cards of the first account whose creation names no issuer. stripe and lithic need their key.',
    example: 'stripe',
  }),
  stripeKey: option({
    env: 'PURSER_STRIPE_KEY',
    type: text('a secret or restricted key of Stripe', /^(sk|rk)_(test|live)_[0-9A-Za-z]{10,250}$/),
    default: null,
    description:
      'The key with which Purser makes, freezes and closes cards at Stripe Issuing: a restricted key that may write Issuing. It needs both ' +
      'signing secrets, and the package stripe installed beside Purser.',
    example: 'rk_test_51Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z',
    secret: true,
  }),
  stripeKeyFile: fileOf('PURSER_STRIPE_KEY', 'that key'),
  stripeUrl: option({
    env: 'PURSER_STRIPE_URL',
    flag: 'stripe-url',
    type: issuerOrigin,
    default: 'https://api.stripe.com',
    description: "The URL of Stripe's API. It may use http only on this machine, for development and tests.",
    example: 'http://127.0.0.1:12111',
  }),
  stripeCurrencies: option({
    env: 'PURSER_STRIPE_CURRENCIES',
    flag: 'stripe-currencies',
    type: currencies,
    default: ['USD', 'EUR', 'GBP'],
    description:
      'The currencies in which your Stripe account issues cards. A card of a customer in another one is refused. Stripe refuses those that the ' +
      "account's country does not have.",
    example: 'EUR',
  }),
  lithicAsaSecret: option({
    env: 'PURSER_LITHIC_ASA_SECRET',
    type: signingSecrets,
    default: null,
    description:
      "The signing secret of Lithic's Auth Stream Access, whose requests /issuers/lithic/authorizations answers (several secrets, separated by " +
      'commas, while you rotate them). It needs PURSER_LITHIC_EVENT_SECRET.',
    example: 'whsec_QWIzZEVmNmhJajlrTG0ybk9wNXFSczh0VXYxd1h5NHo=',
    secret: true,
  }),
  lithicAsaSecretFile: fileOf('PURSER_LITHIC_ASA_SECRET'),
  lithicEventSecret: option({
    env: 'PURSER_LITHIC_EVENT_SECRET',
    type: signingSecrets,
    default: null,
    description:
      'The signing secret of the events that Lithic sends to /issuers/lithic/events (or several secrets, as above).',
    example: 'whsec_Wnk0eFd2MXVUczhyUXA1b05tMmxLajlpSGc2ZkVkM2M=',
    secret: true,
  }),
  lithicEventSecretFile: fileOf('PURSER_LITHIC_EVENT_SECRET'),
  lithicThreeDsSecret: option({
    env: 'PURSER_LITHIC_THREE_DS_SECRET',
    type: signingSecrets,
    default: null,
    description:
      "The secret of Lithic's 3DS decisioning, whose requests /issuers/lithic/challenges answers (or several secrets, as above). It needs the " +
      'other two secrets.',
    example: 'whsec_bDNtTjRvUDVxUjZzVDd1Vjh3WDl5WjBhQjFjRDJlRjM=',
    secret: true,
  }),
  lithicThreeDsSecretFile: fileOf('PURSER_LITHIC_THREE_DS_SECRET'),
  lithicKey: option({
    env: 'PURSER_LITHIC_KEY',
    type: text('an API key of Lithic', /^[0-9A-Za-z._:-]{16,256}$/),
    default: null,
    description: 'The key with which Purser makes, freezes and closes cards at Lithic. It needs both signing secrets.',
    example: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1',
    secret: true,
  }),
  lithicKeyFile: fileOf('PURSER_LITHIC_KEY', 'that key'),
  lithicEnvironment: option({
    env: 'PURSER_LITHIC_ENVIRONMENT',
    flag: 'lithic-environment',
    type: oneOf('sandbox', 'production'),
    default: 'sandbox',
    description: "Lithic's environment to which PURSER_LITHIC_KEY belongs.",
    example: 'production',
  }),
  lithicCurrencies: option({
    env: 'PURSER_LITHIC_CURRENCIES',
    flag: 'lithic-currencies',
    type: currencies,
    default: ['USD'],
    description: "The currencies of your program's cards at Lithic. A card of a customer in another one is refused.",
    example: 'EUR',
  }),
  lithicUrl: option({
    env: 'PURSER_LITHIC_URL',
    flag: 'lithic-url',
    type: issuerOrigin,
    default: null,
    description:
      "The URL of Lithic's API, if it is not that of the environment. It may use http only on this machine, for development and tests.",
    example: 'http://127.0.0.1:12112',
  }),
}
