import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

const HASH_CHARACTERS = 22 // 128 bits

/** A name for a text, made from its content: 22 characters of its SHA-256 in base64url. */
export const textHash = (text: string): string => hash('sha256', text, 'base64url').slice(0, HASH_CHARACTERS)

/** The SHA-256, in hexadecimal, of a value as canonical JSON. */
export const canonicalJsonHash = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex')

/** Returns the canonical JSON of a value (`body`), and the name of that text (`hash`). */
export function hashedJson(value: unknown): { hash: string; body: string } {
  const body = canonicalJson(value)
  return { hash: textHash(body), body }
}
