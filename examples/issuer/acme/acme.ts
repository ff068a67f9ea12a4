import type { Issuer } from '../issuer.ts'
import { answerAcmeAuthorization, isSignedByAcme, parseAcmeAuthorization, parseAcmeEvent } from './messages.ts'
import { acmeSettings } from './settings.ts'
import { acmeSheet as sheet } from './sheet.ts'

/** Acme, an invented issuer. */
export const acme = {
  name: 'acme',
  settings: acmeSettings,
  urlOf: ({ url }) => url,
  isLive: ({ key }) => (key === null ? null : key.startsWith('acme_live_')),
  inbound: {
    answerWithinMs: sheet.answerWithinMs,
    isSigned: isSignedByAcme,
    parseAuthorization: parseAcmeAuthorization,
    answer: answerAcmeAuthorization,
    parseEvent: parseAcmeEvent,
  },
  eventNames: {
    asks: 'a request with `hold` 0',
    asksForMore: 'a request with another `hold`',
    answeredOtherwise: '`authorization`, `approved`',
    holdsAnother: '`authorization`, another `amount`',
    reversed: '`authorization`, `amount` 0',
    captured: '`capture`',
    capturedUnasked: '`capture` without `authorization`',
    returned: '`refund`',
  },
  npmPackage: null,
  connect: async (options) => (await import('./calls.ts')).connectAcme(options),
} as const satisfies Issuer<typeof acmeSettings>
