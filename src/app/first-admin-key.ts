import { systemAct } from '../domain/audit/record.ts'
import type { Clock } from '../lib/clock.ts'
import { monotonicIds } from '../lib/ids.ts'
import { issueKey } from '../services/issue-key.ts'
import { createAccount } from '../store/accounts.ts'
import type { Writing } from '../store/audit/trail.ts'
import type { Database } from '../store/database.ts'
import { ifNoApiKey } from '../store/first-account.ts'

export interface FirstAdminKey {
  readonly secret: string
  /** False: the operator chose it. */
  readonly generated: boolean
}

/** The operator's own key: it sets everything up, and is not bound by what a customer's program may ask. */
const FIRST_KEY_REQUESTS_PER_MINUTE = 1_000_000

/** Makes an account with an admin key where the database has none; null where it has one (contract, section 1). */
export function ensureAdminKey(
  database: Database,
  { clock, chosen }: { clock: Clock; chosen: string | null },
): Promise<FirstAdminKey | null> {
  const by = { ids: monotonicIds(clock), act: systemAct('createFirstAccount') }
  return ifNoApiKey(database, by, async (writing) => {
    const secret = await createAccountWithKey(writing, { name: 'default', chosen })
    return { secret, generated: chosen === null }
  })
}

/** Makes an account; answers the secret of its first admin key. */
export async function createAccountWithKey(
  writing: Writing,
  { name, chosen }: { name: string; chosen: string | null },
): Promise<string> {
  const account = await createAccount(writing, name)
  const { secret } = await issueKey(writing, {
    accountId: account.id,
    name: 'First admin key',
    role: 'admin',
    tier: 'enterprise',
    requestsPerMinute: FIRST_KEY_REQUESTS_PER_MINUTE,
    ...(chosen === null ? {} : { secret: chosen }),
  })
  return secret
}
