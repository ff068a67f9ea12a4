import { option } from './option-row.ts'
import { issuerOrigin, oneOf, text } from './option-types.ts'

const signingSecrets = text(
  'whsec_... (several: parted by commas)',
  /^whsec_[0-9A-Za-z+/=_-]{24,128}(,whsec_[0-9A-Za-z+/=_-]{24,128})*$/,
)

/** Of whoever issues cards beside Purser. */
export const issuerOptions = {
  issuerMirror: option({
    env: 'PURSER_ISSUER_MIRROR',
    flag: 'issuer-mirror',
    type: oneOf('coarse', 'off'),
    default: 'coarse',
    description:
      'Whether an issuer is told what a card is limited to, for the minutes in which Purser cannot be asked: one purchase exactly, ' +
      'a day, a week, a month and in all twice as much.',
    example: 'off',
  }),
  issuerReveal: option({
    env: 'PURSER_ISSUER_REVEAL',
    flag: 'issuer-reveal',
    type: oneOf('session', 'proxy'),
    default: 'session',
    description:
      'How the number of a card of an issuer is read. session: the issuer shows it, and Purser sees none. proxy: Purser fetches it for ' +
      'whoever may read it, and keeps none; that puts it in the scope of PCI DSS (docs/guides/issuers.md).',
    example: 'proxy',
  }),
  stripeAuthorizationSecret: option({
    env: 'PURSER_STRIPE_AUTHORIZATION_SECRET',
    type: signingSecrets,
    default: null,
    description:
      "Signing secret of Stripe Issuing's real-time authorizations, which are answered at /issuers/stripe/authorizations (several while " +
      'they are rotated, parted by commas). Together with PURSER_STRIPE_EVENT_SECRET.',
    example: 'whsec_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z',
    secret: true,
  }),
  stripeEventSecret: option({
    env: 'PURSER_STRIPE_EVENT_SECRET',
    type: signingSecrets,
    default: null,
    description: 'Signing secret of the events that Stripe sends to /issuers/stripe/events, likewise.',
    example: 'whsec_Zy4xWv1uTs8rQp5oNm2lKj9iHg6fEd3c',
    secret: true,
  }),
  issuer: option({
    env: 'PURSER_ISSUER',
    flag: 'issuer',
    type: oneOf('purser', 'stripe', 'lithic'),
    default: 'purser',
    description:
      'Who issues the cards of the first account whose creation names nobody. Others than Purser need their key.',
    example: 'stripe',
  }),
  stripeKey: option({
    env: 'PURSER_STRIPE_KEY',
    type: text('a secret or restricted key of Stripe', /^(sk|rk)_(test|live)_[0-9A-Za-z]{10,250}$/),
    default: null,
    description:
      'Makes, freezes and closes cards at Stripe Issuing: a restricted key that may write Issuing. Goes with both signing secrets, and ' +
      'with the package stripe beside Purser.',
    example: 'rk_test_51Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z',
    secret: true,
  }),
  stripeUrl: option({
    env: 'PURSER_STRIPE_URL',
    flag: 'stripe-url',
    type: issuerOrigin,
    default: 'https://api.stripe.com',
    description: "Where Stripe's API is. Over http only on this machine, for development and tests.",
    example: 'http://127.0.0.1:12111',
  }),
  lithicAsaSecret: option({
    env: 'PURSER_LITHIC_ASA_SECRET',
    type: signingSecrets,
    default: null,
    description:
      "Signing secret of Lithic's Auth Stream Access, whose requests are answered at /issuers/lithic/authorizations (several while they " +
      'are rotated, parted by commas). Together with PURSER_LITHIC_EVENT_SECRET.',
    example: 'whsec_QWIzZEVmNmhJajlrTG0ybk9wNXFSczh0VXYxd1h5NHo=',
    secret: true,
  }),
  lithicEventSecret: option({
    env: 'PURSER_LITHIC_EVENT_SECRET',
    type: signingSecrets,
    default: null,
    description: 'Signing secret of the event subscription by which Lithic tells /issuers/lithic/events, likewise.',
    example: 'whsec_Wnk0eFd2MXVUczhyUXA1b05tMmxLajlpSGc2ZkVkM2M=',
    secret: true,
  }),
  lithicKey: option({
    env: 'PURSER_LITHIC_KEY',
    type: text('an API key of Lithic', /^[0-9A-Za-z._:-]{16,256}$/),
    default: null,
    description: 'Makes, freezes and closes cards at Lithic. Goes with both signing secrets.',
    example: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f1',
    secret: true,
  }),
  lithicEnvironment: option({
    env: 'PURSER_LITHIC_ENVIRONMENT',
    flag: 'lithic-environment',
    type: oneOf('sandbox', 'production'),
    default: 'sandbox',
    description: 'Of which environment of Lithic PURSER_LITHIC_KEY is.',
    example: 'production',
  }),
  lithicUrl: option({
    env: 'PURSER_LITHIC_URL',
    flag: 'lithic-url',
    type: issuerOrigin,
    default: null,
    description:
      "Another place than the environment's for Lithic's API. Over http only on this machine, for development and tests.",
    example: 'http://127.0.0.1:12112',
  }),
}
