import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

const HASH_CHARACTERS = 22 // 128 bits

/** Names a text by its hash. */
export const textName = (text: string): string => hash('sha256', text, 'base64url').slice(0, HASH_CHARACTERS)

/** Names a JSON value by the hash of its canonical text, which is answered too. */
export function contentName(value: unknown): { hash: string; body: string } {
  const body = canonicalJson(value)
  return { hash: textName(body), body }
}
