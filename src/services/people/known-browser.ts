import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../vault/vault.ts'

const NONCE_BYTES = 9
const MAC_BYTES = 16
const TOKEN_BYTES = NONCE_BYTES + MAC_BYTES
/** How many people the cookie of a browser remembers, for browsers that people share. */
const MAX_TOKENS = 4

type Prover = Pick<Vault, 'rowMac'>

const macOf = (vault: Prover, nonce: Buffer, email: string): Buffer =>
  vault.rowMac('known_browser', nonce.toString('base64url'), email).subarray(0, MAC_BYTES)

const tokensIn = (cookie: string | undefined): Buffer[] =>
  (cookie ?? '')
    .split('.', MAX_TOKENS)
    .map((token) => Buffer.from(token, 'base64url'))
    .filter(({ length }) => length === TOKEN_BYTES)

const isOf = (vault: Prover, token: Buffer, email: string): boolean =>
  timingSafeEqual(token.subarray(NONCE_BYTES), macOf(vault, token.subarray(0, NONCE_BYTES), email))

/**
 * The token in the cookie of a browser with which the person with this email has signed in before. Undefined: the cookie contains no such
 * token. Failed tries from other browsers do not slow down a browser with such a token. A token contains a MAC, so only the service can
 * make one, and it reveals neither email nor person.
 */
export const knownBrowserToken = (vault: Prover, cookie: string | undefined, email: string): string | undefined =>
  tokensIn(cookie)
    .find((token) => isOf(vault, token, email))
    ?.toString('base64url')

/** The new cookie of a browser with which a person has just signed in. The person's token comes first. */
export function knownBrowserCookie(vault: Prover, cookie: string | undefined, email: string): string {
  const tokens = tokensIn(cookie)
  const own = tokens.find((token) => isOf(vault, token, email)) ?? newToken(vault, email)
  const others = tokens.filter((token) => !token.equals(own))
  return [own, ...others]
    .slice(0, MAX_TOKENS)
    .map((token) => token.toString('base64url'))
    .join('.')
}

function newToken(vault: Prover, email: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, macOf(vault, nonce, email)])
}
