import type { Issuer } from '../issuer.ts'
import { answerStripeAuthorization, parseStripeAuthorization } from './authorization.ts'
import { parseStripeEvent } from './events.ts'
import { stripeSettings } from './settings.ts'
import { stripeSheet as sheet } from './sheet.ts'
import { isSignedByStripe } from './signature.ts'

/** The issuer Stripe Issuing: its requests and events, the calls of its API, and its settings. */
export const stripeIssuer = {
  name: 'stripe',
  settings: stripeSettings,
  urlOf: ({ url }) => url,
  isLive: ({ key }) => (key === null ? null : /^(sk|rk)_live_/.test(key)),
  inbound: {
    answerWithinMs: sheet.answerWithinMs,
    isSigned: ({ headers, body }, secrets, nowMs) => {
      const header = headers['stripe-signature']
      return typeof header === 'string' && isSignedByStripe({ header, body }, secrets, nowMs)
    },
    parseAuthorization: parseStripeAuthorization,
    answer: answerStripeAuthorization,
    parseEvent: parseStripeEvent,
  },
  eventNames: {
    asks: '`issuing_authorization.request`, `request_history` empty',
    asksForMore: 'the same, `request_history` not empty',
    answeredOtherwise: '`issuing_authorization.created`',
    holdsAnother: '`issuing_authorization.updated`, another `amount`',
    reversed: '`status` `reversed`, `expired`',
    captured: '`issuing_transaction.created`, `capture`',
    capturedUnasked: 'the same, `authorization: null`',
    returned: '`issuing_transaction.created`, `refund`',
  },
  npmPackage: 'stripe',
  connect: async (options) => (await import('./calls.ts')).connectStripe(options),
} as const satisfies Issuer<typeof stripeSettings>
