import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invalidRequest } from '../../contract/errors.ts'
import { MIN_PASSWORD_LENGTH } from '../../contract/resources/people.ts'
import { networkOf } from '../../lib/network/network-of.ts'
import { Turns } from '../../lib/traffic/turns.ts'
import { commonPasswords } from './common-passwords.ts'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const NONCE_BYTES = 16
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Each takes 20 MiB and a thread for some 30 ms: whoever sends many waits, and nobody else does. Who has shown already that they may
 * come in, by a session or the secret of a link, does not stand behind those who try a password. Of these the addresses take turns.
 */
const newBrowsers = new Turns({ inAll: 2, waitMs: 5000 })
const knownBrowsers = new Turns({ inAll: 1, waitMs: 5000 })

/** Who has a password hashed. */
export type Whose = 'known' | { readonly address: string }

const derive = promisify(argon2)
function tagOf(whose: Whose, message: string, { nonce, cost }: { nonce: Buffer; cost: typeof COST }) {
  const work = () => derive('argon2id', { message: Buffer.from(message.normalize('NFKC')), nonce, ...cost })
  return whose === 'known' ? knownBrowsers.take('password', work) : newBrowsers.take(networkOf(whose.address), work)
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** What is kept of a password: argon2id in its PHC form, with the cost that it was made at. */
export async function hashPassword(whose: Whose, password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await tagOf(whose, password, { nonce, cost: COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

export async function isPassword(whose: Whose, password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = PHC.exec(stored) ?? []
  const expected = Buffer.from(tag, 'base64')
  if (expected.length !== COST.tagLength) return false
  const cost = { ...COST, memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const made = await tagOf(whose, password, { nonce: Buffer.from(nonce, 'base64'), cost: cost as typeof COST })
  return timingSafeEqual(made, expected)
}

/** Takes as long as to check a password: where there is nobody, the answer comes no sooner. */
export async function checkNobody(whose: Whose, password: string): Promise<false> {
  await tagOf(whose, password, { nonce: Buffer.alloc(NONCE_BYTES), cost: COST })
  return false
}

/** Refuses what everybody tries first: the commonest passwords, the person's own address, and rows of one character. */
export function refuseWeakPassword(param: string, password: string, email: string): void {
  const plain = password.toLowerCase()
  const isCommon = commonPasswords.has(plain) || new Set(plain).size < 5
  const own = [email, ...email.split('@')].filter((part) => part.length >= 4)
  if (!isCommon && !own.some((part) => plain.includes(part.toLowerCase()))) return
  throw invalidRequest(
    param,
    isCommon ? 'This password is one of the commonest.' : 'This password holds a part of the email address.',
    'parameter_invalid',
    `Choose another of at least ${MIN_PASSWORD_LENGTH} characters: some words that nobody puts together are good.`,
  )
}
