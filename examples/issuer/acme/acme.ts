import type { Issuer } from '../issuer.ts'
import { answer, isSigned, parseAuthorization, parseEvent } from './messages.ts'
import { settings } from './settings.ts'
import { acme as sheet } from './sheet.ts'

/** Acme, an invented issuer. */
export const acme = {
  name: 'acme',
  settings,
  urlOf: ({ url }) => url,
  isLive: ({ key }) => (key === null ? null : key.startsWith('acme_live_')),
  inbound: { answerWithinMs: sheet.answerWithinMs, isSigned, parseAuthorization, answer, parseEvent },
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
  connect: async (options) => (await import('./calls.ts')).connect(options),
} as const satisfies Issuer<typeof settings>
