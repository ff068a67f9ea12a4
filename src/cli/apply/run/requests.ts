import { createHash, randomUUID } from 'node:crypto'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { type Purser, PurserError } from '../../remote/client.ts'
import type { ApplyEntryFields, ApplyEntryKind } from '../file/entry.ts'
import { isClosedOrDisabled } from '../plan/fixed-fields.ts'
import { type AccountObjects, accountObjectId, type ApplyPlanStep } from '../plan/step.ts'
import type { ApplyRequestRetry } from './retry.ts'

/** How many objects of one name and content `purser apply` can make and delete within a day. */
const MOST_GENERATIONS = 50

/** The requests that one run of `purser apply` makes. */
export class ApplyRequests {
  readonly #purser: Purser
  readonly #retry: ApplyRequestRetry
  /** The ids of the cards that were closed before this run of `purser apply` began. */
  readonly #over: ReadonlySet<string>

  constructor(purser: Purser, retry: ApplyRequestRetry, account: AccountObjects) {
    this.#purser = purser
    this.#retry = retry
    this.#over = new Set(account.cards.filter((card) => isClosedOrDisabled('cards', card)).map(accountObjectId))
  }

  /**
   * Makes the object of a step from a whole body, and resolves with the node's answer. The `Idempotency-Key` follows from the name and the
   * body, so an apply that was killed in the middle, and is started again, makes no object twice. A node answers the same key with the same
   * object for a day, even where the object has been closed or deleted since: then the next key is used.
   */
  async create(
    { kind, name }: Pick<ApplyPlanStep, 'kind' | 'name'>,
    body: ApplyEntryFields,
  ): Promise<ApplyEntryFields> {
    for (let generation = 1; generation < MOST_GENERATIONS; generation += 1) {
      const idempotencyKey = keyOf(kind, name, body, generation)
      const made = await this.#retry(() => this.#post(kind, body, { idempotencyKey }))
      if (await this.#isThere(kind, accountObjectId(made))) return made
    }
    throw new Error(`The node answers that ${kind} ${name} was made, and does not have it.`)
  }

  update(kind: ApplyEntryKind, id: string, body: ApplyEntryFields): Promise<ApplyEntryFields> {
    const options = { idempotencyKey: randomUUID() } // one idempotency key for all tries
    return this.#retry(() => this.#patch(kind, id, body, options))
  }

  /** Closes, suspends or deletes the object of a step. That somebody else has deleted the object meanwhile is no error. */
  async prune({ kind, id, body }: ApplyPlanStep): Promise<void> {
    if (kind === 'cards' || kind === 'customers') return void (await this.update(kind, id ?? '', body))
    const options = { idempotencyKey: randomUUID() }
    await this.#retry<unknown>(() => this.#purser[kind].delete(id ?? '', options)).catch(unlessGone)
  }

  async #isThere(kind: ApplyEntryKind, id: string): Promise<boolean> {
    if (kind === 'customers') return true // no customer is ever deleted
    if (kind === 'cards') return !this.#over.has(id)
    const read = this.#retry<unknown>(() => this.#purser[kind].get(id))
    return (await read.catch(unlessGone)) !== undefined
  }

  #post(kind: ApplyEntryKind, body: ApplyEntryFields, options: { idempotencyKey: string }): Promise<ApplyEntryFields> {
    return this.#purser[kind].create(body as never, options)
  }

  #patch(
    kind: ApplyEntryKind,
    id: string,
    body: ApplyEntryFields,
    options: { idempotencyKey: string },
  ): Promise<ApplyEntryFields> {
    return this.#purser[kind].update(id, body, {}, options)
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof PurserError && error.status === 404) return undefined
  throw error
}

function keyOf(kind: ApplyEntryKind, name: string, body: ApplyEntryFields, generation: number): string {
  const hash = createHash('sha256')
    .update(canonicalJson([kind, name, body, generation]))
    .digest('base64url')
  return `purser-apply-${hash}`
}
