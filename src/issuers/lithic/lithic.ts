import type { Issuer } from '../issuer.ts'
import { answerLithicAuthentication, parseLithicAuthentication } from './authentication.ts'
import { answerLithicAuthorization, parseLithicAuthorization } from './authorization.ts'
import { parseLithicEvent } from './events.ts'
import { lithicSettings } from './settings.ts'
import { lithicSheet as sheet } from './sheet.ts'
import { isSignedByLithic } from './signature.ts'

const origins = { sandbox: 'https://sandbox.lithic.com', production: 'https://api.lithic.com' } as const

/** The issuer Lithic: its requests and events, the calls of its API, and its settings. */
export const lithicIssuer = {
  name: 'lithic',
  settings: lithicSettings,
  urlOf: ({ url, environment }) => url ?? origins[environment],
  isLive: ({ key, environment }) => (key === null ? null : environment === 'production'),
  inbound: {
    answerWithinMs: sheet.answerWithinMs,
    isSigned: isSignedByLithic,
    parseAuthorization: parseLithicAuthorization,
    answer: answerLithicAuthorization,
    parseAuthentication: parseLithicAuthentication,
    answerAuthentication: answerLithicAuthentication,
    parseEvent: parseLithicEvent,
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
  connect: async (options) => (await import('./calls.ts')).connectLithic(options),
} as const satisfies Issuer<typeof lithicSettings>
