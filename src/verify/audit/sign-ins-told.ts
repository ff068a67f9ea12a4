import type { StoredChanges } from '../../store/history/audit-rows.ts'
import { type SignInKind, subjectAt } from '../../store/history/sign-in-rows.ts'

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
  readonly #fields = new Map<string, Map<string, unknown>>()
  #firstUnnamed: number | null = null

  /** `macsFrom`: the number from which on the entries of an account have MACs. */
  constructor(kind: SignInKind, entries: readonly StoredChanges[], macsFrom: (accountId: string) => number) {
    for (const entry of entries) {
      const own = entry.changes.find(({ path }) => path === kind)
      if (kind === 'identity') this.#identify(own?.after, entry, macsFrom(entry.accountId))
      else if (own !== undefined) this.#follow(own, entry)
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
    if (typeof id !== 'string') this.#fields.clear()
    else this.#tell(id, 'name', named.after)
  }

  /** A person has one identity, which nothing ends. */
  #identify(after: unknown, { accountId, sequence, changes, resourceId: id }: StoredChanges, macsFrom: number): void {
    if (isIdentity(after)) {
      this.#open.set(id, { id, accountId, sequence })
      this.#tell(id, 'identity', subjectAt(after))
      // Until entries had MACs, none said whether the provider had disabled the person.
      if (sequence >= macsFrom) this.#tell(id, 'disabledByProvider', false)
    }
    const disabled = changes.find(({ path }) => path === 'disabledByProvider')
    if (disabled !== undefined) this.#tell(id, 'disabledByProvider', disabled.after)
  }

  #tell(id: string, field: string, value: unknown): void {
    const fields = this.#fields.get(id) ?? new Map<string, unknown>()
    this.#fields.set(id, fields.set(field, value))
  }

  /** Whether it was made and not ended. It is not among the rest any more. */
  take(id: string): boolean {
    return this.#open.delete(id)
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id)
  }

  /** What was told last of one of its fields; undefined: nothing was. */
  fieldOf(id: string, field: string): unknown {
    return this.#fields.get(id)?.get(field)
  }

  /** Whether one was made by an entry before that number which does not name it. */
  hasUnnamed(before: number): boolean {
    return this.#firstUnnamed !== null && this.#firstUnnamed < before
  }

  rest(): IterableIterator<Told> {
    return this.#open.values()
  }
}

const isIdentity = (value: unknown): value is { readonly issuer: string; readonly subject: string } =>
  typeof value === 'object' && value !== null && 'issuer' in value && 'subject' in value
