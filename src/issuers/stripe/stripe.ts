import { deadlines } from '../../lib/traffic/deadlines.ts'
import type { Issuer } from '../issuer.ts'
import { answer, parseAuthorization } from './authorization.ts'
import { parseEvent } from './events.ts'
import { isSigned } from './signature.ts'

/**
 * Stripe Issuing as an issuer. Stripe waits two seconds for an answer, including the time that request and answer need to get over the
 * internet.
 */
export const stripe = {
  name: 'stripe',
  inbound: {
    answerWithinMs: deadlines.stripeAnswer,
    isSigned: ({ headers, body }, secrets, nowMs) => {
      const header = headers['stripe-signature']
      return typeof header === 'string' && isSigned({ header, body }, secrets, nowMs)
    },
    parseAuthorization,
    answer,
    parseEvent,
  },
  wantsHolders: true,
  showsTo: 'nonce',
  connect: async (options) => (await import('./calls.ts')).connect(options),
} as const satisfies Issuer
