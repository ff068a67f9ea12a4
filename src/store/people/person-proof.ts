import { timingSafeEqual } from 'node:crypto'
import type {
  ApprovalProofRow,
  InvitationRow,
  PasswordResetRow,
  PasskeyChallengeRow,
  PasskeyRow,
  PersonIdentityRow,
  PersonRow,
  ProviderSignInRow,
  SessionRow,
} from '../rows/people-tables.ts'
import type { Vault } from '../../vault/vault.ts'

type Prover = Pick<Vault, 'rowMac'>

/**
 * The functions below make the MACs of the rows with which people sign in. Somebody who can write to the database, but does not have the
 * vault's keys, can neither make a person, an invitation or a session, nor change a person's account, role or password.
 */
export const personMac = (vault: Prover, person: Omit<PersonRow, 'mac'>): Buffer =>
  vault.rowMac(
    'person',
    JSON.stringify([person.id, person.account_id, person.email, person.role, person.status, person.password]),
  )

export const invitationMac = (vault: Prover, invitation: Omit<InvitationRow, 'mac'>): Buffer =>
  vault.rowMac(
    'invitation',
    invitation.secret_hash.toString('base64'),
    JSON.stringify([
      invitation.id,
      invitation.account_id,
      invitation.email,
      invitation.role,
      invitation.expires_at,
      // The MAC of an invitation covers `shell` only if `at_shell` is true, because older rows do not have the column.
      ...(invitation.at_shell === true ? ['shell'] : []),
    ]),
  )

export const passwordResetMac = (vault: Prover, reset: Omit<PasswordResetRow, 'mac'>): Buffer =>
  vault.rowMac(
    'password_reset',
    reset.secret_hash.toString('base64'),
    JSON.stringify([reset.id, reset.account_id, reset.person_id, reset.expires_at]),
  )

/**
 * Makes the MAC of an identity at a sign-in provider. The MAC covers the person's id, because otherwise somebody could move an identity to
 * another person, and sign in as that person.
 */
export const providerIdentityMac = (vault: Prover, identity: Omit<PersonIdentityRow, 'mac'>): Buffer =>
  vault.rowMac(
    'person_identity',
    JSON.stringify([
      identity.person_id,
      identity.account_id,
      identity.issuer,
      identity.subject,
      identity.disabled_here,
      identity.created_at,
    ]),
  )

export const providerSignInMac = (vault: Prover, signIn: Omit<ProviderSignInRow, 'mac'>): Buffer =>
  vault.rowMac(
    'provider_sign_in',
    signIn.secret_hash.toString('base64'),
    signIn.browser_hash.toString('base64'),
    signIn.purpose,
    JSON.stringify([signIn.created_at, signIn.expires_at]),
  )

export const sessionMac = (vault: Prover, session: Omit<SessionRow, 'mac'>): Buffer =>
  vault.rowMac(
    'session',
    session.secret_hash.toString('base64'),
    JSON.stringify([session.id, session.account_id, session.person_id, session.created_at, session.expires_at]),
  )

export const passkeyMac = (vault: Prover, passkey: Omit<PasskeyRow, 'mac'>): Buffer =>
  vault.rowMac(
    'passkey',
    passkey.credential_id.toString('base64'),
    passkey.public_key.toString('base64'),
    JSON.stringify([
      passkey.id,
      passkey.account_id,
      passkey.person_id,
      passkey.host,
      passkey.counter,
      // The MAC of a passkey covers `waits_until` only if it is not null, so that rows that are older than this column keep their MAC.
      ...(passkey.waits_until === null ? [] : [passkey.waits_until]),
    ]),
  )

/** Makes the MAC of a passkey's challenge. The MAC covers the statement and not the challenge, which is the statement's hash. */
export const challengeMac = (vault: Prover, challenge: Omit<PasskeyChallengeRow, 'mac'>): Buffer =>
  vault.rowMac('passkey_challenge', challenge.statement, String(challenge.expires_at))

/** Makes the MAC of an approval's proof. The passkey's signature covers the signed data; this MAC proves which person's passkey signed. */
export const approvalProofMac = (vault: Prover, proof: Omit<ApprovalProofRow, 'mac'>): Buffer =>
  vault.rowMac(
    'approval_proof',
    proof.statement,
    proof.public_key.toString('base64'),
    JSON.stringify([proof.account_id, proof.intent_id, proof.person_id, proof.decision, proof.host]),
  )

/** Whether the service itself wrote a row: the row's MAC is the expected one. */
export const hasExpectedMac = (expected: Buffer, { mac }: { readonly mac: Buffer }): boolean =>
  mac.length === expected.length && timingSafeEqual(mac, expected)

export const rowWithMac = <Row>(row: Row, mac: Buffer): Row & { mac: Buffer } => ({ ...row, mac })
