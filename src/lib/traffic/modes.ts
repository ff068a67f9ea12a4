import { assert } from '../assert.ts'

/** The mode of something that is in one at a time. A change that is not among the allowed ones is a mistake in it, and asserts. */
export class Modes<Mode extends string> {
  readonly #allowed: Readonly<Record<Mode, readonly Mode[]>>
  #current: Mode

  /** `allowed`: which modes may follow each. */
  constructor(first: Mode, allowed: Readonly<Record<Mode, readonly Mode[]>>) {
    this.#current = first
    this.#allowed = allowed
  }

  get current(): Mode {
    return this.#current
  }

  become(next: Mode): void {
    assert(this.#allowed[this.#current].includes(next), `${next} follows ${this.#current}`)
    this.#current = next
  }
}
