import { MAX_REQUESTS_PER_MINUTE } from '../../contract/resources/api-keys.ts'
import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { type Clock, DAY_MS } from '../../lib/clock.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { issueApiKey } from '../../services/accounts/issue-key.ts'
import { makeInvitation } from '../../services/people/invitations.ts'
import { createAccount } from '../../store/accounts/accounts.ts'
import type { AuditKeys } from '../../store/audit/audit-macs.ts'
import type { AuditedTx } from '../../store/audit/trail.ts'
import type { Database } from '../../store/connection/database.ts'
import { hasApiKey, runIfNoApiKeyExists } from '../../store/accounts/first-account.ts'

export interface FirstAdminKey {
  readonly secret: string
  /** Whether the secret of the admin key was generated. False: the operator has chosen it. */
  readonly generated: boolean
  /** The secret of the invitation with which the account's first owner joins the dashboard. The invitation works for a day. */
  readonly ownerInvitation: string
}

/** How many milliseconds an invitation that is made at the shell can be accepted. */
export const OWNER_INVITATION_LIFE_MS = DAY_MS

/** The dependencies and settings with which a first admin key is made. */
export interface FirstAdminKeyOptions {
  readonly clock: Clock
  readonly vault: AuditKeys
  /** How many days keys may last at most. The first admin key lasts this many days. Null: it never expires. */
  readonly maxKeyDays: number | null
}

/** Makes an account with an admin key where the database has no key. Null where the database has a key already (contract, section 1). */
export const ensureFirstAdminKey = (
  database: Database,
  { chosen, maxKeyDays, ...making }: FirstAdminKeyOptions & { readonly chosen: string | null },
): Promise<FirstAdminKey | null> => new FirstAdminKeyMaker({ chosen, maxKeyDays }).ensure(database, making)

/** Makes the first admin key of a start, which may need several attempts. */
export class FirstAdminKeyMaker {
  readonly #options: { readonly chosen: string | null; readonly maxKeyDays: number | null }
  /** The first admin key that an earlier attempt has sent to the database. It may have been committed although the attempt failed. */
  #sent: (FirstAdminKey & { readonly keyId: string }) | null = null

  constructor(options: { readonly chosen: string | null; readonly maxKeyDays: number | null }) {
    this.#options = options
  }

  /**
   * Works like `ensureFirstAdminKey`. It returns also the key of an earlier attempt that was stored after all, because only this object knows
   * that key's secret.
   */
  async ensure(database: Database, making: Omit<FirstAdminKeyOptions, 'maxKeyDays'>): Promise<FirstAdminKey | null> {
    const { chosen, maxKeyDays } = this.#options
    const by = { ids: monotonicIds(making.clock), vault: making.vault, act: auditedActOfSystem('createFirstAccount') }
    const sentBefore = this.#sent
    const made = await runIfNoApiKeyExists(database, by, async (writing) => {
      const account = await createAccountWithKey(writing, { name: 'default', chosen, maxKeyDays, ...making })
      this.#sent = { ...account, generated: chosen === null }
      return this.#sent
    })
    if (made !== null || sentBefore === null) return made
    return (await hasApiKey(database.db, sentBefore.keyId)) ? sentBefore : null
  }
}

/**
 * Makes an account. Resolves to the secrets of its first admin key, and of the invitation of its first owner. The key belongs to the
 * operator: it sets everything up, can make every other key, and has the highest rate limit.
 */
export async function createAccountWithKey(
  writing: AuditedTx,
  {
    name,
    clock,
    vault,
    maxKeyDays,
    chosen,
  }: FirstAdminKeyOptions & { readonly name: string; readonly chosen: string | null },
): Promise<Pick<FirstAdminKey, 'secret' | 'ownerInvitation'> & { readonly keyId: string }> {
  const account = await createAccount(writing, name)
  const { key, secret } = await issueApiKey(writing, {
    accountId: account.id,
    name: 'First admin key',
    role: 'admin',
    tier: 'enterprise',
    requestsPerMinute: MAX_REQUESTS_PER_MINUTE,
    expiresAt: maxKeyDays === null ? null : clock.now() + maxKeyDays * DAY_MS,
    vault,
    ...(chosen === null ? {} : { secret: chosen }),
  })
  const owner = {
    accountId: account.id,
    email: null,
    role: 'owner',
    lifeMs: OWNER_INVITATION_LIFE_MS,
    atShell: true,
  } as const
  return { secret, keyId: key.id, ownerInvitation: (await makeInvitation(writing, vault, owner)).secret }
}
