import { deadlines } from '../../lib/traffic/deadlines.ts'
import type { Issuer } from '../issuer.ts'
import { answerAuthentication, parseAuthentication } from './authentication.ts'
import { answer, parseAuthorization } from './authorization.ts'
import { parseEvent } from './events.ts'
import { isSigned } from './signature.ts'

/** Lithic as an issuer. Lithic wants an answer within three seconds and waits for six; Purser always answers sooner. */
export const lithic = {
  name: 'lithic',
  inbound: {
    answerWithinMs: deadlines.lithicAnswer,
    isSigned,
    parseAuthorization,
    answer,
    parseAuthentication,
    answerAuthentication,
    parseEvent,
  },
  wantsHolders: false,
  showsTo: 'origin',
  connect: async (options) => (await import('./calls.ts')).connect(options),
} as const satisfies Issuer
