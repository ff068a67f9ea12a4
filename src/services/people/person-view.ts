import type { Passkey } from '../../contract/resources/passkeys.ts'
import type { Invitation, InvitationState, InvitationStatus, Person, Session } from '../../contract/resources/people.ts'
import type { ApiKeyRole } from '../../contract/resources/api-keys.ts'
import type { PersonRole } from '../../contract/resources/people.ts'
import { signInMethodOf } from './no-password.ts'
import { isPasskeyActive } from './passkey-use.ts'
import { nullableIsoTimestamp, isoTimestamp } from '../../lib/clock.ts'
import type { InvitationRow, PasskeyRow, PersonRow, SessionRow } from '../../store/rows/people-tables.ts'

/** The API key's role that has the same rights as a person of each role. */
export const apiRoleOfPerson: Readonly<Record<PersonRole, ApiKeyRole>> = {
  owner: 'admin',
  admin: 'admin',
  approver: 'approver',
  viewer: 'read',
}

export const personView = (person: PersonRow): Person => ({
  id: person.id,
  email: person.email,
  name: person.name,
  role: person.role,
  status: person.status,
  signsInBy: signInMethodOf(person),
  createdAt: isoTimestamp(person.created_at),
})

export function invitationStatus(invitation: InvitationRow, now: number): InvitationStatus {
  if (invitation.accepted_at !== null) return 'accepted'
  if (invitation.revoked_at !== null) return 'revoked'
  return invitation.expires_at <= now ? 'expired' : 'pending'
}

export const invitationView = (invitation: InvitationRow, now: number): Invitation => ({
  id: invitation.id,
  ...(invitation.email === null ? {} : { email: invitation.email }),
  role: invitation.role,
  status: invitationStatus(invitation, now),
  madeBy: madeBy(invitation),
  ...(invitation.created_by === null ? {} : { createdBy: invitation.created_by }),
  ...(invitation.accepted_by === null ? {} : { acceptedBy: invitation.accepted_by }),
  createdAt: isoTimestamp(invitation.created_at),
  expiresAt: isoTimestamp(invitation.expires_at),
})

/**
 * Says who has made an invitation. An invitation without an email address is for a first owner: a start of Purser, or the command that made
 * the account, has printed its link.
 */
function madeBy({ email, at_shell }: InvitationRow): Invitation['madeBy'] {
  if (email === null) return 'start'
  return at_shell === true ? 'command' : 'request'
}

/** The state of an invitation that everybody with its link sees. Role and email are shown only while it can be accepted. */
export function publicInvitationState(invitation: InvitationRow, now: number): InvitationState {
  const { role, email, expiresAt } = invitationView(invitation, now)
  const status = invitationStatus(invitation, now)
  if (status === 'pending')
    return {
      status,
      role,
      ...(email !== undefined && { email }),
      ...(email === undefined && { firstOwner: true }),
      expiresAt,
    }
  const endedAt = invitation.accepted_at ?? invitation.revoked_at ?? invitation.expires_at
  return {
    status,
    ...(invitation.email === null && { firstOwner: true }),
    expiresAt,
    endedAt: isoTimestamp(endedAt),
  }
}

export const sessionView = (session: SessionRow, currentId: string | null): Session => ({
  id: session.id,
  personId: session.person_id,
  createdAt: isoTimestamp(session.created_at),
  lastUsedAt: isoTimestamp(session.last_used_at),
  expiresAt: isoTimestamp(session.expires_at),
  ...(session.address === null ? {} : { address: session.address }),
  ...(session.user_agent === null ? {} : { userAgent: session.user_agent }),
  current: session.id === currentId,
})

export const passkeyView = (passkey: PasskeyRow, now: number): Passkey => ({
  id: passkey.id,
  personId: passkey.person_id,
  name: passkey.name,
  credentialId: passkey.credential_id.toString('base64url'),
  host: passkey.host,
  ...(isPasskeyActive(passkey, now)
    ? { status: 'active' }
    : { status: 'waiting', waitsUntil: isoTimestamp(passkey.waits_until ?? 0) }),
  createdAt: isoTimestamp(passkey.created_at),
  lastUsedAt: nullableIsoTimestamp(passkey.last_used_at),
})
