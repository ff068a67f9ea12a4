import type { StoredAuditChanges } from '../../store/history/audit-rows.ts'
import { type SignInKind, providerIdentityText } from '../../store/history/sign-in-rows.ts'

interface OpenSignIn {
  readonly id: string
  readonly accountId: string
  /** Number of the audit entry that recorded the creation of this sign-in. */
  readonly sequence: number
}

/** The value in audit entries about password links that an earlier version wrote. Those entries do not say which link they are about. */
const UNNAMED = 'offered'

/** The sign-ins of one kind (such as sessions) that the audit entries of a person have made and not ended. */
export class SignInsOfAuditEntries {
  readonly #open = new Map<string, OpenSignIn>()
  readonly #ended = new Set<string>()
  readonly #fields = new Map<string, Map<string, unknown>>()
  #firstUnnamed: number | null = null

  /** `macsFrom`: the number from which on the audit entries of an account have MACs. */
  constructor(kind: SignInKind, entries: readonly StoredAuditChanges[], macsFrom: (accountId: string) => number) {
    for (const entry of entries) {
      const own = entry.changes.find(({ path }) => path === kind)
      if (kind === 'identity') this.#identify(own?.after, entry, macsFrom(entry.accountId))
      else if (own !== undefined) this.#follow(own, entry)
      if (kind === 'passkey') this.#name(own?.after, entry)
    }
  }

  #follow({ before, after }: { before: unknown; after: unknown }, { accountId, sequence }: StoredAuditChanges): void {
    if (after === UNNAMED) this.#firstUnnamed ??= sequence
    else if (typeof after === 'string' && before === null) this.#open.set(after, { id: after, accountId, sequence })
    if (typeof before !== 'string' || after !== null) return
    this.#open.delete(before)
    this.#ended.add(before)
  }

  #name(id: unknown, { changes }: StoredAuditChanges): void {
    const named = changes.find(({ path }) => path === 'passkeyName')
    if (named === undefined) return
    // Older audit entries do not say which passkey was renamed, so after one of them every stored name may be outdated.
    if (typeof id !== 'string') this.#fields.clear()
    else this.#setField(id, 'name', named.after)
  }

  /**
   * Applies an audit entry about a person's identity at the sign-in provider. A person has at most one identity: a later entry replaces it,
   * and no entry ends it.
   */
  #identify(
    after: unknown,
    { accountId, sequence, changes, resourceId: id }: StoredAuditChanges,
    macsFrom: number,
  ): void {
    if (isIdentity(after)) {
      this.#open.set(id, { id, accountId, sequence })
      this.#setField(id, 'identity', providerIdentityText(after))
      // Audit entries without MACs, which an earlier version wrote, do not say whether the provider's groups had disabled the person.
      if (sequence >= macsFrom) this.#setField(id, 'disabledByProvider', false)
    }
    const disabled = changes.find(({ path }) => path === 'disabledByProvider')
    if (disabled !== undefined) this.#setField(id, 'disabledByProvider', disabled.after)
  }

  #setField(id: string, field: string, value: unknown): void {
    const fields = this.#fields.get(id) ?? new Map<string, unknown>()
    this.#fields.set(id, fields.set(field, value))
  }

  /** Takes a sign-in whose row is stored out of those that audit entries have made and not ended. False: it is not one of them. */
  take(id: string): boolean {
    return this.#open.delete(id)
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id)
  }

  /** The last value that an audit entry gave a field of a sign-in. Undefined: no entry gave the field a value. */
  fieldOf(id: string, field: string): unknown {
    return this.#fields.get(id)?.get(field)
  }

  /** Whether an audit entry before number `before` made a password link without naming it, as those of an earlier version do. */
  hasUnnamed(before: number): boolean {
    return this.#firstUnnamed !== null && this.#firstUnnamed < before
  }

  rest(): IterableIterator<OpenSignIn> {
    return this.#open.values()
  }
}

const isIdentity = (value: unknown): value is { readonly issuer: string; readonly subject: string } =>
  typeof value === 'object' && value !== null && 'issuer' in value && 'subject' in value
