import { expect, it } from 'vitest'
import type { RawIssuerRequest } from '../../src/issuers/issuer.ts'
import {
  createIssuerEndpoint,
  type IssuerEndpointDeps,
  type IgnoredIssuerMessageReason,
} from '../../src/services/issuers/issuer-endpoint.ts'
import { seededRandom } from '../model/random.ts'
import { type ForgedIssuerMessage, issuerMessageForgeries } from '../support/issuers/forgeries.ts'
import { issuerMessagesToForge } from '../support/issuers/messages.ts'
import { lithicSigningSecret } from '../support/issuers/lithic-wire.ts'

const FORGED = 10_000
const NOW = 1_794_571_200_000
const [asking, telling, nobodys] = ['a', 'e', 'n'].map(lithicSigningSecret) as [string, string, string]

/** Whatever a door does beyond looking at the signature is an error. */
const untouched = new Proxy({} as never, {
  get: (_deps, name) => {
    throw new Error(`${String(name)} was used`)
  },
})
const others = {
  engine: untouched,
  vault: untouched,
  settings: untouched,
  database: untouched,
  byKey: untouched,
  ids: untouched,
  keyUses: untouched,
}
const rawOf = ({ text, headers }: ForgedIssuerMessage): RawIssuerRequest => ({ headers, body: Buffer.from(text) })

it.each(issuerMessagesToForge)(
  '$issuer.name: of 10,000 forged requests none is read',
  ({ issuer, sign, ...messagesOf }) => {
    const random = seededRandom(3)
    const refused: IgnoredIssuerMessageReason[] = []
    const deps: IssuerEndpointDeps = {
      ...others,
      issuers: untouched,
      clock: { now: () => NOW },
      wakeDispatcher: () => undefined,
      refused: (why) => void refused.push(why),
    }
    const door = createIssuerEndpoint(deps, issuer, {
      authorizations: [asking],
      events: [telling],
      challenges: [telling],
      isLive: null,
    })
    const about = { cardId: 'card_1', word: 'forged' }
    const doors = [
      { enter: door.authorize, text: messagesOf.asked(about), secret: asking, other: telling },
      { enter: door.recordEvent, text: messagesOf.told(about), secret: telling, other: asking },
    ]
    for (let n = 0; n < FORGED; n += 1) {
      const { enter, other, ...own } = random.pick(doors)
      const forge = random.pick(issuerMessageForgeries)
      expect(enter(rawOf(forge(random, { ...own, sign, others: [other, nobodys], nowMs: NOW })))).toBeNull()
    }
    expect(refused).toEqual(Array<IgnoredIssuerMessageReason>(FORGED).fill('unsigned'))
    for (const { text, secret } of doors)
      expect(issuer.inbound.isSigned(rawOf({ text, headers: sign(text, secret, NOW) }), [secret], NOW)).toBe(true)
  },
)
