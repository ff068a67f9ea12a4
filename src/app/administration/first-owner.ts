import { monotonicIds } from '../../lib/ids.ts'
import type { NodeDeps } from '../../services/request/context.ts'
import { makeInvitation } from '../../services/people/invitations.ts'
import { accountsToJoin } from '../../store/accounts/accounts.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { revokeFirstOwnerLinks } from '../../services/people/saving/owners.ts'
import { activeOwners } from '../../store/people/people.ts'
import { OWNER_INVITATION_LIFE_MS } from './first-admin-key.ts'
import { auditedActOfShell } from './shell-act.ts'

/** The id of the account whose first owner is still missing. Null where it has an owner, or the database has several accounts. */
export async function ownerlessAccount({ database: { db } }: Pick<NodeDeps, 'database'>): Promise<string | null> {
  const [accountId, ...others] = await accountsToJoin(db, null)
  if (accountId === undefined || others.length > 0 || (await activeOwners(db, accountId)).length > 0) return null
  return accountId
}

/**
 * Makes an invitation, which makes the person who accepts it within a day the account's first owner. Resolves to the invitation's secret.
 * Invitations of earlier starts end, because terminals and logs still show their links. If several nodes start at once, the invitation of
 * the last one is valid.
 */
export const inviteFirstOwner = (
  { database, clock, vault }: Pick<NodeDeps, 'database' | 'clock' | 'vault'>,
  accountId: string,
): Promise<string> =>
  inAuditedTransaction(
    database,
    { ids: monotonicIds(clock), vault, act: auditedActOfShell('createInvitation') },
    async (writing) => {
      await revokeFirstOwnerLinks({ ...writing, clock }, accountId)
      const owner = { accountId, email: null, role: 'owner', lifeMs: OWNER_INVITATION_LIFE_MS, atShell: true } as const
      return (await makeInvitation(writing, vault, owner)).secret
    },
  )
