import type { PersonRole, PersonStatus } from '../../contract/resources/people.ts'

export interface PersonRow {
  id: string
  account_id: string
  /** The person's email, in lower case. */
  email: string
  name: string
  role: PersonRole
  status: PersonStatus
  /** The password's argon2id hash in PHC form. `none`: the person signs in at the company's provider. */
  password: string
  created_at: number
  mac: Buffer
}

export interface InvitationRow {
  id: string
  account_id: string
  /** The email address of the person who is invited. Null: the person who accepts the invitation enters an email. */
  email: string | null
  role: PersonRole
  secret_hash: Buffer
  /**
   * Whether the invitation was made by a command in a shell, not by a request. Null: no command made it, or the row is older than this
   * column.
   */
  at_shell: boolean | null
  mac: Buffer
  expires_at: number
  accepted_at: number | null
  /** The person who joined with the invitation. Null: nobody has joined, or the row is older than this column. */
  accepted_by: string | null
  revoked_at: number | null
  /**
   * The person or API key whose request made the invitation. Null: a command or a start of Purser made it, or the row is older than this
   * column.
   */
  created_by: string | null
  created_at: number
}

/** A link for a new password. Using the link deletes the row. */
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

/** A person's identity at the company's sign-in provider. */
export interface PersonIdentityRow {
  person_id: string
  account_id: string
  issuer: string
  subject: string
  /**
   * Whether the service disabled the person because the groups of the sign-in provider gave no role. False: if the person is disabled, an
   * admin has disabled them.
   */
  disabled_here: boolean
  created_at: number
  mac: Buffer
}

/**
 * A sign-in that is under way at the provider, or a finished one with which the person is to confirm something. The row is deleted when it
 * is used.
 */
export interface ProviderSignInRow {
  /** The hash of OpenID Connect's `state`, or of the secret of a finished sign-in with which the person confirms something. */
  secret_hash: Buffer
  /** The hash of the cookie of the browser that began the sign-in. */
  browser_hash: Buffer
  /** The purpose of the sign-in, as canonical JSON. */
  purpose: string
  created_at: number
  expires_at: number
  mac: Buffer
}

/**
 * The recent wrong passwords for one email address, or from one IP network. `subject` is a keyed hash of the email address or the IP
 * network.
 */
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
  /** The public key in COSE form, as the authenticator sent it. */
  public_key: Buffer
  /** How many signatures the authenticator has made, as it says itself. Zero: the authenticator does not count its signatures. */
  counter: number
  /** The host for which the passkey was made (the relying party). */
  host: string
  created_at: number
  last_used_at: number | null
  /**
   * Before this time, in Unix milliseconds, the passkey cannot confirm anything. It is the person's first passkey and was made in a
   * session, which somebody may have stolen. Null: the passkey could confirm at once, or an owner has confirmed it.
   */
  waits_until: number | null
  mac: Buffer
}

/** A statement that somebody is asked to sign with a passkey. The challenge is the statement's SHA-256. */
export interface PasskeyChallengeRow {
  challenge: Buffer
  /** The statement that the person is asked to sign, as canonical JSON. */
  statement: string
  expires_at: number
  mac: Buffer
}

/** The statement that a person has signed with a passkey when they decided about an intent, with the signature. */
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
