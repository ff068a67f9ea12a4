import { hash, randomBytes } from 'node:crypto'
import { ApiError } from '../../contract/errors.ts'
import { PASSKEY_CHALLENGE_LIFE_MINUTES } from '../../contract/resources/passkeys.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { MINUTE_MS, isoTimestamp } from '../../lib/clock.ts'
import type { Tx } from '../../store/connection/db.ts'
import { insertChallenge, takePasskeyChallenge } from '../../store/people/passkey-challenges.ts'
import type { NodeDeps } from '../request/context.ts'
import { challengeMac, hasExpectedMac, rowWithMac } from '../../store/people/person-proof.ts'

const LIFE_MS = PASSKEY_CHALLENGE_LIFE_MINUTES * MINUTE_MS
const NONCE_BYTES = 32

/** The statement that a person signs with a passkey. The challenge is its hash, so that a signature is valid for no other statement. */
export type PasskeyStatement =
  | { readonly purpose: 'registration'; readonly personId: string }
  | { readonly purpose: 'sign_in' }
  /** The statement of a new person who makes a passkey with an invitation. The person is not stored yet. */
  | { readonly purpose: 'invitation'; readonly invitationId: string; readonly personId: string }
  | { readonly purpose: 'password_reset'; readonly resetId: string; readonly personId: string }
  | {
      readonly purpose: 'change'
      readonly accountId: string
      readonly personId: string
      readonly operation: string
      /** The id of the resource that the person changes. Null: the resource is created, so it has no id yet. */
      readonly resourceId: string | null
      /**
       * The hash of the subject that a person decides about, such as a change request, where the decision makes the change. Absent: nothing
       * is decided.
       */
      readonly subjectHash?: string
      /** The content of the change that the person confirms. */
      readonly becomes: unknown
    }
  | {
      readonly purpose: 'approval'
      readonly accountId: string
      readonly personId: string
      readonly intentId: string
      /** The hash of the intent's subject as the person is shown it. */
      readonly subjectHash: string
      /** The intent's ceiling in cents. Null: the intent has no ceiling. */
      readonly ceiling: number | null
      /** The merchant of the intent, which the page shows beside the amount. Null: the intent names no merchant. */
      readonly merchant: string | null
      readonly expectedOrigin: string | null
      readonly originSeen: boolean | null
      readonly decision: 'approve' | 'reject'
    }
  | {
      readonly purpose: 'card_number'
      readonly accountId: string
      readonly personId: string
      readonly cardId: string
      readonly intentId: string | null
      /** The purpose of the read of a card number. */
      readonly reason: string | null
      /** Id of the filler that the card number is sealed for. Null: the person sees the number. */
      readonly sealTo: string | null
    }
  | {
      readonly purpose: 'resume'
      readonly accountId: string
      readonly personId: string
      /** When the stop of the account that is to be resumed began, Unix milliseconds. Null: the account is not stopped. */
      readonly stoppedAt: number | null
      readonly reason: string
    }

type ChallengeDeps = Pick<NodeDeps, 'vault' | 'clock'>

/**
 * Stores a passkey challenge for a statement. The challenge contains a random nonce, and can be answered once within
 * `PASSKEY_CHALLENGE_LIFE_MINUTES`.
 */
export async function createPasskeyChallenge(tx: Tx, { vault, clock }: ChallengeDeps, agreed: PasskeyStatement) {
  const statement = { ...agreed, nonce: randomBytes(NONCE_BYTES).toString('base64url') }
  const text = canonicalJson(statement)
  const row = { challenge: hash('sha256', text, 'buffer'), statement: text, expires_at: clock.now() + LIFE_MS }
  await insertChallenge(tx, rowWithMac(row, challengeMac(vault, row)))
  return { challenge: row.challenge.toString('base64url'), statement, expiresAt: isoTimestamp(row.expires_at) }
}

export interface AnsweredPasskeyChallenge<S extends PasskeyStatement = PasskeyStatement> {
  readonly challenge: Buffer
  /** The signed statement as canonical JSON, with its nonce. */
  readonly text: string
  readonly agreed: S
}

/**
 * Takes the passkey challenge that `clientData` answers, so that it cannot be answered again. Throws `passkey_refused` where no such
 * challenge is open.
 */
export async function takePasskeyAnswer<P extends PasskeyStatement['purpose']>(
  tx: Tx,
  { vault, clock }: ChallengeDeps,
  { purpose, clientData }: { readonly purpose: P; readonly clientData: string },
): Promise<AnsweredPasskeyChallenge<Extract<PasskeyStatement, { purpose: P }>>> {
  const row = await takePasskeyChallenge(tx, challengeIn(clientData))
  if (row === undefined || row.expires_at <= clock.now() || !hasExpectedMac(challengeMac(vault, row), row)) {
    throw new ApiError('passkey_refused')
  }
  const agreed = JSON.parse(row.statement) as PasskeyStatement
  if (agreed.purpose !== purpose) throw new ApiError('passkey_refused')
  return { challenge: row.challenge, text: row.statement, agreed: agreed as Extract<PasskeyStatement, { purpose: P }> }
}

function challengeIn(clientData: string): Buffer {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown }
    return Buffer.from(String(challenge), 'base64url')
  } catch {
    throw new ApiError('passkey_refused')
  }
}
