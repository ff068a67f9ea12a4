import { expect, it } from 'vitest'
import { lithic } from '../../src/issuers/lithic/lithic.ts'
import { stripe } from '../../src/issuers/stripe/stripe.ts'
import type { RawRequest } from '../../src/issuers/issuer.ts'
import { createIssuerDoor, type IssuerDeps, type Unheard } from '../../src/services/issuers/door.ts'
import { type Random, seededRandom } from '../model/random.ts'
import { lithicExample, signLithic } from '../support/issuers/lithic-wire.ts'
import { exampleOf, signStripe } from '../support/issuers/stripe.ts'

const FORGED = 10_000
const NOW = 1_794_571_200_000
const MINUTE_MS = 60_000
const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const [asking, telling, nobodys] = ['a', 'e', 'n'].map(secretOf) as [string, string, string]

type Headers = Readonly<Record<string, string>>
type Sign = (body: string, secret: string, nowMs: number) => Headers

const signers = [
  {
    issuer: stripe,
    text: JSON.stringify(exampleOf('authorization.request')),
    sign: (body, secret, nowMs) => ({ 'stripe-signature': signStripe(body, secret, nowMs) }),
  },
  {
    issuer: lithic,
    text: JSON.stringify(lithicExample('asa.authorization')),
    sign: (body, secret, nowMs) => {
      const { 'content-type': _type, ...headers } = signLithic(body, [secret], nowMs, 'msg_1')
      return headers
    },
  },
] satisfies { issuer: typeof stripe | typeof lithic; text: string; sign: Sign }[]

/** Whatever a door does beyond looking at the signature is an error. */
const untouched = new Proxy({} as never, {
  get: (_deps, name) => {
    throw new Error(`${String(name)} was used`)
  },
})
const others = { engine: untouched, vault: untouched, settings: untouched, database: untouched, ids: untouched }

it.each(signers)('$issuer.name: of 10,000 forged requests none is read', ({ issuer, text, sign }) => {
  const random = seededRandom(3)
  const refused: Unheard[] = []
  const secrets = { authorizations: [asking], events: [telling], isLive: null }
  const deps: IssuerDeps = {
    ...others,
    issuers: untouched,
    clock: { now: () => NOW },
    refused: (why) => void refused.push(why),
  }
  const door = createIssuerDoor(deps, issuer, secrets)
  for (let n = 0; n < FORGED; n += 1) {
    const isTold = random.chance(0.5)
    const raw = forged(random, { text, sign, secret: isTold ? telling : asking, other: isTold ? asking : telling })
    expect(isTold ? door.tell(raw) : door.authorize(raw)).toBeNull()
  }
  expect(refused).toEqual(Array<Unheard>(FORGED).fill('unsigned'))
  expect(issuer.inbound.isSigned(rawOf(text, sign(text, asking, NOW)), secrets.authorizations, NOW)).toBe(true)
})

interface Forging {
  readonly text: string
  readonly sign: Sign
  readonly secret: string
  /** Of the other door. */
  readonly other: string
}

/** Changed on its way, sent again too late or too early, signed by somebody else, or not at all. */
function forged(random: Random, { text, sign, secret, other }: Forging): RawRequest {
  const good = sign(text, secret, NOW)
  const late = random.pick([-1, 1]) * random.between(MINUTE_MS * 5 + 1000, MINUTE_MS * 60 * 24 * 365)
  const ways: (() => RawRequest)[] = [
    () => rawOf(changed(random, text), good),
    () => rawOf(JSON.stringify(JSON.parse(text), null, random.between(1, 8)), good),
    () => rawOf(text, withOneChanged(random, good)),
    () => rawOf(text, without(random, good)),
    () => rawOf(text, sign(text, secret, NOW + late)),
    () => rawOf(text, sign(text, random.pick([other, nobodys]), NOW)),
    () => rawOf(text, {}),
  ]
  return random.pick(ways)()
}

const rawOf = (text: string, headers: Headers): RawRequest => ({ headers, body: Buffer.from(text) })

/** One character is another one, one more, or one less. */
function changed(random: Random, text: string): string {
  const at = random.between(0, text.length - 1)
  const written = String.fromCodePoint(random.between(33, 126))
  const next = random.pick([
    `${text.slice(0, at)}${written}${text.slice(at + 1)}`,
    `${text.slice(0, at)}${written}${text.slice(at)}`,
    `${text.slice(0, at)}${text.slice(at + 1)}`,
  ])
  return next === text ? changed(random, text) : next
}

function withOneChanged(random: Random, headers: Headers): Headers {
  const [name, value] = random.pick(Object.entries(headers))
  return { ...headers, [name]: changed(random, value) }
}

function without(random: Random, headers: Headers): Headers {
  const gone = random.pick(Object.keys(headers))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== gone))
}
