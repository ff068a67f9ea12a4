import { hash, randomFillSync } from 'node:crypto'
import type { ApiKeyTokenBinding } from '../../store/rows/key-tables.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHARACTERS = 40
/**
 * The largest multiple of 62 below 256. Random bytes from here on are skipped, because they would make the first 8 digits of base62
 * likelier.
 */
const UNBIASED = 248

/** A new API key's secret: `sk_` and 40 base62 characters, 238 bits (contract, section 3). */
export function newApiKeySecret(fill: (bytes: Uint8Array) => void = randomFillSync): string {
  let secret = 'sk_'
  const bytes = new Uint8Array(64)
  while (secret.length < 'sk_'.length + CHARACTERS) {
    fill(bytes)
    for (const byte of bytes) {
      if (byte < UNBIASED && secret.length < 'sk_'.length + CHARACTERS) secret += ALPHABET[byte % 62]
    }
  }
  return secret
}

/** The hash of an API key's secret, which is stored. A plain SHA-256 is enough, because 238 random bits cannot be guessed. */
export const hashApiKeySecret = (secret: string): Buffer => apiKeySecretHashOfName(apiKeySecretName(secret))

/** The hash of an API key's secret as base64 text, by which the secret is looked up in maps. */
export const apiKeySecretName = (secret: string): string => hash('sha256', secret, 'base64')
export const apiKeySecretHashOfName = (name: string): Buffer => Buffer.from(name, 'base64')

/**
 * The name of a binding of access tokens, by which its key is looked up like by a secret. No header can contain the line break, so nobody
 * can send a text as a secret that has this name.
 */
export const apiKeyTokenBindingName = ({ issuer, subject, clientId }: ApiKeyTokenBinding): string =>
  apiKeySecretName(`access token\n${JSON.stringify([issuer, subject, clientId])}`)
