import { ApiError, type ApiErrorExtras } from '../../contract/errors.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { type DecisionSubject, hashOfDecisionSubject } from '../../domain/changes/subject.ts'
import { checkShownSubjectHash } from '../request/shown.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import { type NodeDeps, type HttpRequestSource, type Principal, CommittedRefusal } from '../request/context.ts'
import { type AnsweredPasskeyChallenge, takePasskeyAnswer, type PasskeyStatement } from './passkey-challenges.ts'
import { isPasskeyActive, usePasskey } from './passkey-use.ts'
import { passkeyRequestOptions } from './passkey-options.ts'

/** A statement that a person signs with a passkey. */
export type AccountPasskeyStatement = Extract<PasskeyStatement, { accountId: string }>

type Confirming = Pick<NodeDeps, 'vault' | 'clock' | 'settings'> & { readonly from: Pick<HttpRequestSource, 'host'> }

/** Makes the WebAuthn options for signing a statement, with the person's active passkeys of this host. */
export const passkeyConfirmationOptions = (
  context: Confirming & { readonly tx: Tx },
  agreed: AccountPasskeyStatement,
) => passkeyRequestOptions(context, agreed, (passkey) => isPasskeyActive(passkey, context.clock.now()))

interface Given {
  /** The statement that the person has to sign. */
  readonly agreed: AccountPasskeyStatement
  readonly proof: PasskeyAssertion
  /** The passkey challenge that was answered, with the statement that was signed. */
  readonly answer: AnsweredPasskeyChallenge
  /** The subject of the decision that the person confirms. Absent: the statement is about no decision. */
  readonly subject?: DecisionSubject | undefined
}

/**
 * Checks a passkey's signature, and returns the passkey with the new counter. Throws `passkey_refused` where the signature is of another
 * statement or person, and `subject_changed` where the subject of the decision has changed since the statement was made.
 */
export async function confirmingPasskey(
  tx: Tx,
  context: Confirming,
  { agreed, proof, answer, subject }: Given,
): Promise<PasskeyRow> {
  const signed: Partial<Record<string, unknown>> = answer.agreed
  const isSameObject = subject !== undefined && [signed['resourceId'], signed['intentId']].includes(subject['id'])
  if (isSameObject) checkShownSubjectHash(subject, signed['subjectHash'] as string | undefined)
  for (const [field, value] of Object.entries(agreed)) {
    if (canonicalJson(signed[field]) !== canonicalJson(value)) throw new ApiError('passkey_refused')
  }
  const { passkey, person } = await usePasskey(tx, context, { assertion: proof, challenge: answer.challenge })
  if (person.id !== agreed.personId || !isPasskeyActive(passkey, context.clock.now()))
    throw new ApiError('passkey_refused')
  return passkey
}

/** A change that a person has to confirm before it is made. */
export interface PersonConfirmedChange {
  readonly operation: OperationName
  /** The id of the resource that the person changes. Null: the resource is created, so it has no id yet. */
  readonly resourceId: string | null
  /** The subject that a person decides about, such as a change request, where the decision makes the change. Absent: nothing is decided. */
  readonly subject?: DecisionSubject
  /** The content of the change, which the signed statement contains, so that a signature confirms no other change. */
  readonly becomes: unknown
}

type ChangeContext = Confirming & { readonly tx: Tx; readonly principal: Principal }

/**
 * The refusal of a change that the caller has not confirmed with a passkey; null: it is confirmed. The refusal is to be answered before
 * anything is written: `passkey_required` with the options to sign in its `details`, or `passkey_refused`, with the challenge used up.
 * Throws `passkey_required` for an API key, which cannot give a proof.
 */
export async function refusalUnlessPasskeyConfirmed(
  context: ChangeContext,
  { subject, ...change }: PersonConfirmedChange,
  { proof, ...why }: { readonly proof: PasskeyAssertion | undefined } & Pick<ApiErrorExtras, 'message'>,
): Promise<CommittedRefusal | null> {
  const { tx, principal } = context
  const agreed: AccountPasskeyStatement = {
    purpose: 'change',
    accountId: principal.accountId,
    personId: principal.id,
    ...change,
    ...(subject === undefined ? {} : { subjectHash: hashOfDecisionSubject(subject) }),
  }
  if (principal.person === null) throw new ApiError('passkey_required', why)
  if (proof === undefined) {
    const details = await passkeyConfirmationOptions(context, agreed)
    const hint = details.options.allowCredentials.length === 0 ? noPasskey(context.settings) : WHAT_TO_DO
    return new CommittedRefusal('passkey_required', { ...why, hint, details })
  }
  const { clientData } = proof
  try {
    const answer = await takePasskeyAnswer(tx, context, { purpose: 'change', clientData })
    await confirmingPasskey(tx, context, { agreed, proof, answer, subject })
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey_refused') return new CommittedRefusal('passkey_refused')
    throw error
  }
}

/**
 * The hint for a person without an active passkey. Where no owner has a passkey either, a `purser` command on Purser's machine can still
 * make the change.
 */
const noPasskey = ({ passkeyWaitHours }: Confirming['settings']): string =>
  'You have no passkey that confirms here. Make one in the settings of the dashboard, under “You”: a first one confirms ' +
  `${passkeyWaitHours} hours later, or as soon as an owner with a passkey agrees to it. An admin’s API key, and the commands \`purser keys\` ` +
  'and `purser people` in the shell of the server, ask for none.'

const WHAT_TO_DO =
  'Sign the challenge in `details.options` with a passkey, and send the same request again with the answer as `proof`.'
