import { DAY_MS } from '../../../lib/clock.ts'
import { lockAccount } from '../../../store/accounts/accounts.ts'
import type { AuditedTx } from '../../../store/audit/trail.ts'
import { endInvitation, lockFirstOwnerInvitations } from '../../../store/people/invitations.ts'
import { activeOwners } from '../../../store/people/people.ts'
import type { PersonRow } from '../../../store/rows/people-tables.ts'
import { recordEvents } from '../../../store/outbox/outbox.ts'
import type { NodeDeps } from '../../request/context.ts'
import { queueMail } from '../mails.ts'

/** For how many milliseconds sending a mail about a new owner is tried. Then the mail is dropped. */
const MAIL_LIFE_MS = 7 * DAY_MS

export type PersonRoleNoticeContext = AuditedTx & Pick<NodeDeps, 'vault' | 'clock' | 'settings'>

/**
 * Reports that a person has another role, or has joined (`before` is null). If the person has become an owner, links for a first owner are
 * revoked, and the other owners are told by mail.
 */
export async function reportPersonRoleChange(
  context: PersonRoleNoticeContext,
  before: PersonRow | null,
  after: PersonRow,
): Promise<void> {
  if (before?.role !== after.role) await recordRole(context, before, after)
  if (!isOwner(after) || (before !== null && isOwner(before))) return
  await revokeFirstOwnerLinks(context, after.account_id)
  await tellOwners(context, after)
}

const isOwner = ({ role, status }: PersonRow): boolean => role === 'owner' && status === 'active'

async function recordRole(context: PersonRoleNoticeContext, before: PersonRow | null, after: PersonRow): Promise<void> {
  const { id: personId, account_id: accountId, role } = after
  const { actor } = context.audit.act
  const data = { personId, role, ...(before === null ? {} : { previousRole: before.role }), changedBy: actor.id }
  const about = { accountId, customerId: null, personId, at: context.clock.now() }
  await recordEvents(context, [{ ...about, type: 'person.role_changed', data }])
}

/**
 * Revokes the links with which somebody could become the first owner of an account. Everything that makes or accepts such a link locks the
 * account first, as this does, so that of several at once one comes first.
 */
export async function revokeFirstOwnerLinks(
  writing: AuditedTx & Pick<NodeDeps, 'clock'>,
  accountId: string,
): Promise<void> {
  await lockAccount(writing.tx, accountId)
  const now = writing.clock.now()
  for (const link of await lockFirstOwnerInvitations(writing.tx, accountId)) {
    await endInvitation(writing, link, { revoked_at: now })
  }
}

async function tellOwners(
  context: PersonRoleNoticeContext,
  { id, account_id: accountId, name, email }: PersonRow,
): Promise<void> {
  const { tx, vault, clock, settings } = context
  if (!settings.sendsMail) return
  const at = clock.now()
  const mail = { accountId, kind: 'owner_added' as const, aboutId: id, secret: JSON.stringify({ name, email, at }) }
  for (const owner of await activeOwners(tx, accountId)) {
    if (owner.id !== id) await queueMail(context, vault, { ...mail, email: owner.email, expiresAt: at + MAIL_LIFE_MS })
  }
}
