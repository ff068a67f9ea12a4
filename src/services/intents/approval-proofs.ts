import type { IntentState } from '../../domain/intents/intent.ts'
import { intentSubject, type DecisionSubject, hashOfDecisionSubject } from '../../domain/changes/subject.ts'
import { decisionNeedsPasskey } from '../people/passkey-threshold.ts'
import { ApiError } from '../../contract/errors.ts'
import type { ApprovalProof, PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { findApproval } from '../../store/intents/approvals.ts'
import { findIntent } from '../../store/intents/intents.ts'
import type { Db } from '../../store/connection/db.ts'
import { isOriginSeen } from '../../store/outbox/seen-origins.ts'
import { findApprovalProof, insertApprovalProof } from '../../store/people/approval-proofs.ts'
import type { IdempotencyClaim } from '../../store/requests/idempotency.ts'
import type { ApprovalProofRow, PasskeyRow } from '../../store/rows/people-tables.ts'
import { passkeyConfirmationOptions, confirmingPasskey } from '../people/confirmations.ts'
import { takePasskeyAnswer, type PasskeyStatement } from '../people/passkey-challenges.ts'
import { passkeyPem } from '../people/passkey-pem.ts'
import { signedInPerson } from '../people/signed-in.ts'
import { approvalProofMac, hasExpectedMac, rowWithMac } from '../../store/people/person-proof.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type {
  Principal,
  ReadOperationContext,
  ReadOperationService,
  WriteOperationService,
} from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { checkShownSubjectHash } from '../request/shown.ts'
import { storedIdempotentReply } from '../request/idempotency.ts'
import type { OperationReply } from '../request/reply.ts'

type ApprovalStatement = Extract<PasskeyStatement, { purpose: 'approval' }>
type Decision = ApprovalStatement['decision']

async function approvalStatement(
  db: Db,
  { accountId, id }: Principal,
  intent: IntentState,
  decision: Decision,
): Promise<ApprovalStatement> {
  const { expectedMerchant: merchant = null, expectedOrigin = null } = intent.declared
  return {
    purpose: 'approval',
    accountId,
    personId: id,
    intentId: intent.id,
    subjectHash: hashOfDecisionSubject(intentSubject(intent)),
    ceiling: intent.ceiling,
    merchant,
    expectedOrigin,
    originSeen: expectedOrigin === null ? null : await isOriginSeen(db, intent.customerId, expectedOrigin),
    decision,
  }
}

const createApprovalOptions: WriteOperationService<'createApprovalOptions'> = async (context, { params, body }) => {
  const { tx, principal } = context
  signedInPerson(principal)
  const intent = objectOr404(await findIntent(tx, principal, params.intentId), 'intent_not_found')
  if (intent.status !== 'pending_approval') {
    const { status } = intent
    throw new ApiError('intent_not_pending', { message: `The intent is ${status}.`, details: { status } })
  }
  checkShownSubjectHash(intentSubject(intent), body.shown)
  return passkeyConfirmationOptions(context, await approvalStatement(tx, principal, intent, body.decision))
}

interface Deciding {
  readonly intentId: string
  readonly decision: Decision
  readonly proof?: PasskeyAssertion | undefined
  readonly shown?: string | undefined
  readonly claim: IdempotencyClaim | null
}

/**
 * Checks that a person has confirmed a decision about an intent as the account requires, and then makes the decision. `decide` gets the
 * hash of the subject that the person was shown, otherwise of the subject that was checked here, because the intent may change before the
 * engine decides. A repeated request with the same idempotency key gets the stored answer without another check.
 */
export async function decideWithPasskeyProof(
  context: ReadOperationContext,
  deciding: Deciding,
  decide: (shown: string | undefined) => Promise<OperationReply>,
): Promise<OperationReply> {
  const stored = deciding.claim && (await storedIdempotentReply(context, deciding.claim))
  if (stored) return stored
  const checked = await demandProof(context, deciding)
  return decide(deciding.shown ?? checked)
}

/**
 * Throws `passkey_required` where the account requires a passkey for this decision and no passkey signed, and `passkey_refused` where the
 * signed statement is not about this decision. The proof is stored before the decision is made, so that every decision has its proof. An
 * intent that no longer waits for a person is not checked, because the decision itself is refused then. Resolves with the hash of the
 * subject that was checked. Undefined: no account rule required a check.
 */
async function demandProof(
  context: ReadOperationContext,
  { intentId, decision, proof, shown }: Deciding,
): Promise<string | undefined> {
  const { db, principal } = context
  const account = await findAccount(db, principal.accountId)
  if (account.approval_passkey_above === null && proof === undefined) return undefined
  const intent = await findIntent(db, principal, intentId)
  if (intent?.status !== 'pending_approval') return undefined
  const subject = intentSubject(intent)
  checkShownSubjectHash(subject, shown)
  if (proof !== undefined) {
    const agreed = await approvalStatement(db, principal, intent, decision)
    await keepProof(context, { agreed, subject, proof })
    return agreed.subjectHash
  }
  const asked = { most: intent.ceiling, currency: intent.declared.expectedCurrency }
  if (decisionNeedsPasskey(account, asked)) throw new ApiError('passkey_required')
  return hashOfDecisionSubject(subject)
}

interface Signed {
  readonly agreed: ApprovalStatement
  readonly subject: DecisionSubject
  readonly proof: PasskeyAssertion
}

async function keepProof(context: ReadOperationContext, { agreed, subject, proof }: Signed): Promise<void> {
  const { database } = context
  const { clientData } = proof
  const answer = await database.transaction((tx) => takePasskeyAnswer(tx, context, { purpose: 'approval', clientData }))
  await database.transaction(async (tx) => {
    const passkey = await confirmingPasskey(tx, context, { agreed, proof, answer, subject })
    await insertApprovalProof(tx, proofRow(context, { ...answer, proof, passkey }))
  })
}

interface Given {
  readonly agreed: ApprovalStatement
  readonly proof: PasskeyAssertion
  readonly passkey: PasskeyRow
  readonly challenge: Buffer
  readonly text: string
}

function proofRow(
  { vault, clock }: ReadOperationContext,
  { agreed, proof, passkey, challenge, text }: Given,
): ApprovalProofRow {
  const row = {
    challenge,
    account_id: agreed.accountId,
    intent_id: agreed.intentId,
    person_id: agreed.personId,
    decision: agreed.decision,
    statement: text,
    credential_id: passkey.credential_id,
    public_key: passkey.public_key,
    host: passkey.host,
    client_data: Buffer.from(proof.clientData, 'base64url'),
    authenticator_data: Buffer.from(proof.authenticatorData, 'base64url'),
    signature: Buffer.from(proof.signature, 'base64url'),
    created_at: clock.now(),
  }
  return rowWithMac(row, approvalProofMac(vault, row))
}

const HOW_TO_CHECK =
  '`challenge` of the JSON in `clientData` is the base64url SHA-256 of the canonical JSON (RFC 8785) of `statement`; its `origin` is of `host`. ' +
  '`authenticatorData` begins with the SHA-256 of `host`, and its flags (byte 33) have 0x05 set: the person was there and verified. ' +
  '`signature` is by `publicKey` over the bytes of `authenticatorData` and then the SHA-256 of those of `clientData`.'

const getApprovalProof: ReadOperationService<'getApprovalProof'> = async ({ db, vault, principal }, { params }) => {
  const { accountId } = principal
  const approval = objectOr404(await findApproval(db, accountId, params.approvalId), 'approval_proof_not_found')
  const { intent_id: intentId, status, decided_by: personId } = approval
  const decision = decisionOf[status]
  if (decision === undefined || personId === null) throw new ApiError('approval_proof_not_found')
  const proof = objectOr404(await findApprovalProof(db, { intentId, personId, decision }), 'approval_proof_not_found')
  if (!hasExpectedMac(approvalProofMac(vault, proof), proof)) throw new ApiError('approval_proof_not_found')
  return proofView(approval.id, proof)
}

/**
 * The person's decision whose proof belongs to each status of an approval. An approval that was revoked (`canceled`) has the proof of the
 * approval.
 */
const decisionOf: Readonly<Record<string, Decision>> = { approved: 'approve', rejected: 'reject', canceled: 'approve' }

const proofView = (approvalId: string, proof: ApprovalProofRow): ApprovalProof => ({
  approvalId,
  intentId: proof.intent_id,
  personId: proof.person_id,
  statement: JSON.parse(proof.statement) as Record<string, unknown>,
  credentialId: proof.credential_id.toString('base64url'),
  publicKey: passkeyPem(proof.public_key),
  host: proof.host,
  clientData: proof.client_data.toString('base64url'),
  authenticatorData: proof.authenticator_data.toString('base64url'),
  signature: proof.signature.toString('base64url'),
  createdAt: isoTimestamp(proof.created_at),
  howToCheck: HOW_TO_CHECK,
})

export const approvalProofHandlers = {
  createApprovalOptions: writeOperationHandler(createApprovalOptions),
  getApprovalProof: readOperationHandler(getApprovalProof),
}
