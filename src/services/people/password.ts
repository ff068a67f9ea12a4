import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invalidRequestError } from '../../contract/errors.ts'
import { MIN_PASSWORD_LENGTH } from '../../contract/resources/people.ts'
import { ipNetworkOf } from '../../lib/network/ip-network-of.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'
import { commonPasswords } from './common-passwords.ts'

/** The cost of a password's hash. OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const NONCE_BYTES = 16
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * A password's hash takes 20 MiB and a thread for some 30 ms, so few are made at once. The callers' IP networks (`ipNetworkOf`) take turns,
 * so that an IP network that sends many passwords delays only itself. Callers who have a session, the secret of a link or a known browser
 * have a queue of their own.
 */
const newBrowsers = new NodeWorkTurns({ inAll: 2, waitMs: answerStepDeadlinesMs.signInTurn })
const knownBrowsers = new NodeWorkTurns({ inAll: 1, waitMs: answerStepDeadlinesMs.signInTurn })

/**
 * The caller for whom a password is hashed. `known`: somebody with a session, the secret of a link or a known browser. Everybody else takes
 * turns by the network of their IP address.
 */
export type PasswordCaller = 'known' | { readonly address: string }

const derive = promisify(argon2)
function tagOf(whose: PasswordCaller, message: string, { nonce, cost }: { nonce: Buffer; cost: typeof COST }) {
  const work = () => derive('argon2id', { message: Buffer.from(message.normalize('NFKC')), nonce, ...cost })
  return whose === 'known' ? knownBrowsers.take('password', work) : newBrowsers.take(ipNetworkOf(whose.address), work)
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** The stored form of a password: its argon2id hash as a PHC string, with its cost. */
export async function hashPassword(whose: PasswordCaller, password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await tagOf(whose, password, { nonce, cost: COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

export async function isPasswordCorrect(whose: PasswordCaller, password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = PHC.exec(stored) ?? []
  const expected = Buffer.from(tag, 'base64')
  if (expected.length !== COST.tagLength) return false
  const cost = { ...COST, memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const made = await tagOf(whose, password, { nonce: Buffer.from(nonce, 'base64'), cost: cost as typeof COST })
  return timingSafeEqual(made, expected)
}

/** Takes as long as checking a password, so that the time of the answer does not reveal whether a person exists. */
export async function spendPasswordCheckTime(whose: PasswordCaller, password: string): Promise<false> {
  await tagOf(whose, password, { nonce: Buffer.alloc(NONCE_BYTES), cost: COST })
  return false
}

/**
 * Throws `invalid_request` for passwords that attackers try first: common ones, parts of the person's email, and few different characters.
 */
export function refuseWeakPassword(param: string, password: string, email: string): void {
  const plain = password.toLowerCase()
  const isCommon = commonPasswords.has(plain) || new Set(plain).size < 5
  const own = [email, ...email.split('@')].filter((text) => text.length >= 4)
  if (!isCommon && !own.some((text) => plain.includes(text.toLowerCase()))) return
  throw invalidRequestError(
    param,
    isCommon ? 'This password is one of the commonest.' : 'This password holds a part of the email address.',
    'parameter_invalid',
    `Choose another of at least ${MIN_PASSWORD_LENGTH} characters: some words that nobody puts together are good.`,
  )
}
