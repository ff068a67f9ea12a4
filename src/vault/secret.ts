import { createHash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

const REDACTED = '[redacted]'
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * A text that is never printed by accident: not by a template, by JSON, in a log line or when an error is inspected. Only
 * `reveal` returns the text, so that every use of it can be searched for in the code.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  /** Whether a text equals the secret, compared in constant time. */
  equals(candidate: string): boolean {
    return timingSafeEqual(digest(candidate), digest(this.#text))
  }

  toString(): string {
    return REDACTED
  }

  toJSON(): string {
    return REDACTED
  }

  [inspect.custom](): string {
    return REDACTED
  }
}
