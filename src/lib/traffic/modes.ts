import { assert } from '../assert.ts'

/**
 * The mode of an object that is always in exactly one mode. A change that is not allowed is a fault of the object: it throws
 * `InvariantError`.
 */
export class ModeWithAllowedChanges<Mode extends string> {
  readonly #allowed: Readonly<Record<Mode, readonly Mode[]>>
  #current: Mode

  /** `allowed`: for each mode of the object, the modes that may follow it. */
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
