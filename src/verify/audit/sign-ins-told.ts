import type { StoredChanges } from '../../store/history/audit-rows.ts'
import type { SignInKind } from '../../store/history/sign-in-rows.ts'

interface Told {
  readonly id: string
  readonly accountId: string
  /** Of the entry that has made it. */
  readonly sequence: number
}

/** What links for a new password were told of as, before their entries named them. */
const UNNAMED = 'offered'

/** What the entries of a person have made of one kind, and not ended. */
export class SignInsTold {
  readonly #open = new Map<string, Told>()
  readonly #ended = new Set<string>()
  readonly #names = new Map<string, string>()
  #firstUnnamed: number | null = null

  constructor(kind: SignInKind, entries: readonly StoredChanges[]) {
    for (const entry of entries) {
      const own = entry.changes.find(({ path }) => path === kind)
      if (own !== undefined) this.#follow(own, entry)
      if (kind === 'passkey') this.#name(own?.after, entry)
    }
  }

  #follow({ before, after }: { before: unknown; after: unknown }, { accountId, sequence }: StoredChanges): void {
    if (after === UNNAMED) this.#firstUnnamed ??= sequence
    else if (typeof after === 'string' && before === null) this.#open.set(after, { id: after, accountId, sequence })
    if (typeof before !== 'string' || after !== null) return
    this.#open.delete(before)
    this.#ended.add(before)
  }

  #name(id: unknown, { changes }: StoredChanges): void {
    const named = changes.find(({ path }) => path === 'passkeyName')
    if (named === undefined) return
    // Before entries said which passkey was given another name, it might have been any.
    if (typeof id !== 'string') this.#names.clear()
    else if (typeof named.after === 'string') this.#names.set(id, named.after)
  }

  /** Whether it was made and not ended. It is not among the rest any more. */
  take(id: string): boolean {
    return this.#open.delete(id)
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id)
  }

  /** The last name that was told; null: none was. */
  nameOf(id: string): string | null {
    return this.#names.get(id) ?? null
  }

  /** Whether one was made by an entry before that number which does not name it. */
  hasUnnamed(before: number): boolean {
    return this.#firstUnnamed !== null && this.#firstUnnamed < before
  }

  rest(): IterableIterator<Told> {
    return this.#open.values()
  }
}
