import type { Random } from '../../model/random.ts'

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS

export type IssuerMessageHeaders = Readonly<Record<string, string>>
export type SignIssuerMessage = (body: string, secret: string, nowMs: number) => IssuerMessageHeaders

/** A genuine message of an issuer to an endpoint, and the way in which messages are signed: all that a forger has. */
export interface GenuineIssuerMessage {
  readonly text: string
  readonly sign: SignIssuerMessage
  /** The signing secret with which the issuer's endpoint at Purser accepts messages. */
  readonly secret: string
  /** Secrets that the endpoint does not accept: that of the issuer's other endpoint, and one of nobody. */
  readonly others: readonly string[]
  readonly nowMs: number
}

export interface ForgedIssuerMessage {
  readonly text: string
  readonly headers: IssuerMessageHeaders
}

type Forge = (random: Random, forging: GenuineIssuerMessage) => ForgedIssuerMessage

const good = ({ text, sign, secret, nowMs }: GenuineIssuerMessage): IssuerMessageHeaders => sign(text, secret, nowMs)

/** The ways to forge an issuer's message: change it, send it again too late or too early, sign it with another secret, or not at all. */
export const issuerMessageForgeries: readonly Forge[] = [
  (random, forging) => ({ text: changed(random, forging.text), headers: good(forging) }),
  (random, forging) => ({ text: written(random, forging.text), headers: good(forging) }),
  (random, forging) => ({ text: forging.text, headers: withOneChanged(random, good(forging)) }),
  (random, forging) => ({ text: forging.text, headers: without(random, good(forging)) }),
  (random, { text, sign, secret, nowMs }) => {
    const late = random.pick([-1, 1]) * random.between(5 * MINUTE_MS + 1000, YEAR_MS)
    return { text, headers: sign(text, secret, nowMs + late) }
  },
  (random, { text, sign, others, nowMs }) => ({ text, headers: sign(text, random.pick(others), nowMs) }),
  (_random, { text }) => ({ text, headers: {} }),
]

/** A text with one character changed, added or removed at random. */
function changed(random: Random, text: string): string {
  const at = random.between(0, text.length - 1)
  const other = String.fromCodePoint(random.between(33, 126))
  const next = random.pick([
    `${text.slice(0, at)}${other}${text.slice(at + 1)}`,
    `${text.slice(0, at)}${other}${text.slice(at)}`,
    `${text.slice(0, at)}${text.slice(at + 1)}`,
  ])
  return next === text ? changed(random, text) : next
}

/** Writes the same JSON with other bytes. */
const written = (random: Random, text: string): string => JSON.stringify(JSON.parse(text), null, random.between(1, 8))

function withOneChanged(random: Random, headers: IssuerMessageHeaders): IssuerMessageHeaders {
  const [name, value] = random.pick(Object.entries(headers))
  return { ...headers, [name]: changed(random, value) }
}

function without(random: Random, headers: IssuerMessageHeaders): IssuerMessageHeaders {
  const gone = random.pick(Object.keys(headers))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== gone))
}
