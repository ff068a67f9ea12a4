import type { PersonRole, PersonStatus } from '../../contract/resources/people.ts'

export interface PersonRow {
  id: string
  account_id: string
  /** In lower case. */
  email: string
  name: string
  role: PersonRole
  status: PersonStatus
  /** argon2id in its PHC form. */
  password: string
  created_at: number
  mac: Buffer
}

export interface InvitationRow {
  id: string
  account_id: string
  /** Null: whoever accepts it says theirs. */
  email: string | null
  role: PersonRole
  secret_hash: Buffer
  mac: Buffer
  expires_at: number
  accepted_at: number | null
  revoked_at: number | null
  created_at: number
}

/** A link for a new password. One that was used has no row. */
export interface PasswordResetRow {
  id: string
  account_id: string
  person_id: string
  secret_hash: Buffer
  mac: Buffer
  expires_at: number
  created_at: number
}

export interface SessionRow {
  id: string
  account_id: string
  person_id: string
  secret_hash: Buffer
  mac: Buffer
  address: string | null
  user_agent: string | null
  created_at: number
  last_used_at: number
  expires_at: number
}

/** Wrong passwords of late, by a keyed hash of whom or where they were for. */
export interface SignInFailureRow {
  subject: Buffer
  failures: number
  last_at: number
}

export interface PasskeyRow {
  id: string
  account_id: string
  person_id: string
  name: string
  credential_id: Buffer
  /** As the authenticator gave it, COSE. */
  public_key: Buffer
  /** Of its signatures, as the authenticator counts them; 0 where it does not. */
  counter: number
  /** The host that it was made at: its relying party. */
  host: string
  created_at: number
  last_used_at: number | null
  /** Until then it confirms nothing: a first passkey, made by a session. Null: it was good at once, or an owner has agreed to it. */
  waits_until: number | null
  mac: Buffer
}

/** What somebody is asked to sign. The challenge is SHA-256 of the statement. */
export interface PasskeyChallengeRow {
  challenge: Buffer
  /** Canonical JSON. */
  statement: string
  expires_at: number
  mac: Buffer
}

/** What a person signed when they decided about an intent. */
export interface ApprovalProofRow {
  challenge: Buffer
  account_id: string
  intent_id: string
  person_id: string
  decision: 'approve' | 'reject'
  statement: string
  credential_id: Buffer
  public_key: Buffer
  host: string
  client_data: Buffer
  authenticator_data: Buffer
  signature: Buffer
  created_at: number
  mac: Buffer
}

export interface PeopleTables {
  people: PersonRow
  invitations: InvitationRow
  password_resets: PasswordResetRow
  sessions: SessionRow
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  approval_proofs: ApprovalProofRow
  sign_in_failures: SignInFailureRow
}
