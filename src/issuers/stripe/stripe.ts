import type { Issuer } from '../issuer.ts'
import { answer, parseAuthorization } from './authorization.ts'
import { parseEvent } from './events.ts'
import { settings } from './settings.ts'
import { stripe as sheet } from './sheet.ts'
import { isSigned } from './signature.ts'

/** The issuer Stripe Issuing: its requests and events, the calls of its API, and its settings. */
export const stripe = {
  name: 'stripe',
  settings,
  urlOf: ({ url }) => url,
  isLive: ({ key }) => (key === null ? null : /^(sk|rk)_live_/.test(key)),
  inbound: {
    answerWithinMs: sheet.answerWithinMs,
    isSigned: ({ headers, body }, secrets, nowMs) => {
      const header = headers['stripe-signature']
      return typeof header === 'string' && isSigned({ header, body }, secrets, nowMs)
    },
    parseAuthorization,
    answer,
    parseEvent,
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
  connect: async (options) => (await import('./calls.ts')).connect(options),
} as const satisfies Issuer<typeof settings>
