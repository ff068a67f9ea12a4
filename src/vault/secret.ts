import { createHash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

const REDACTED = '[redacted]'
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * A text that nothing prints: not a template, not JSON, not a log line, not an error's inspection. Only `reveal`
 * gives it away, so that every place that does can be found by name.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  /** Whether a text is the secret, in a time that does not tell how much of it is right. */
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
