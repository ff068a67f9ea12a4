import type { Issuer } from '../issuer.ts'
import { answerAuthentication, parseAuthentication } from './authentication.ts'
import { answer, parseAuthorization } from './authorization.ts'
import { parseEvent } from './events.ts'
import { settings } from './settings.ts'
import { lithic as sheet } from './sheet.ts'
import { isSigned } from './signature.ts'

const origins = { sandbox: 'https://sandbox.lithic.com', production: 'https://api.lithic.com' } as const

/** The issuer Lithic: its requests and events, the calls of its API, and its settings. */
export const lithic = {
  name: 'lithic',
  settings,
  urlOf: ({ url, environment }) => url ?? origins[environment],
  isLive: ({ key, environment }) => (key === null ? null : environment === 'production'),
  inbound: {
    answerWithinMs: sheet.answerWithinMs,
    isSigned,
    parseAuthorization,
    answer,
    parseAuthentication,
    answerAuthentication,
    parseEvent,
  },
  eventNames: {
    asks: 'ASA `AUTHORIZATION`',
    asksForMore: 'ASA with a known `token`',
    answeredOtherwise: '`card_transaction.updated`, `result`',
    holdsAnother: '`AUTHORIZATION_ADVICE`',
    reversed: '`AUTHORIZATION_REVERSAL`, `AUTHORIZATION_EXPIRY`',
    captured: '`CLEARING`',
    capturedUnasked: '`CLEARING` alone',
    returned: '`RETURN`',
  },
  npmPackage: null,
  connect: async (options) => (await import('./calls.ts')).connect(options),
} as const satisfies Issuer<typeof settings>
