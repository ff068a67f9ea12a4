import type { PersonRole, PersonStatus } from '../../contract/resources/people.ts'

export interface PersonRow {
  id: string
  account_id: string
  /** In lower case. */
  email: string
  name: string
  role: PersonRole
  status: PersonStatus
  /** argon2id in its PHC form. `none`: the person signs in at the company's provider. */
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
  /** Whether somebody at the shell has made it. Null: no, or before this was kept. */
  at_shell: boolean | null
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

/** Who a person is at the company's provider. */
export interface PersonIdentityRow {
  person_id: string
  account_id: string
  issuer: string
  subject: string
  /** The groups of a sign-in gave no role, and disabled the person. False: whoever is disabled was so by an admin. */
  disabled_here: boolean
  created_at: number
  mac: Buffer
}

/** A sign-in that is under way at the provider, or what one that is done confirms. Whoever uses it deletes it. */
export interface ProviderSignInRow {
  /** Of the state, or of the confirmation. */
  secret_hash: Buffer
  /** Of the cookie of the browser that began it. */
  browser_hash: Buffer
  /** Canonical JSON. */
  purpose: string
  created_at: number
  expires_at: number
  mac: Buffer
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
  person_identities: PersonIdentityRow
  provider_sign_ins: ProviderSignInRow
  invitations: InvitationRow
  password_resets: PasswordResetRow
  sessions: SessionRow
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  approval_proofs: ApprovalProofRow
  sign_in_failures: SignInFailureRow
}
