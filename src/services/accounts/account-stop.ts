import { ApiError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { findAccount, lockAccount, accountColumnsWithoutStop, updateAccount } from '../../store/accounts/accounts.ts'
import { beginIssuerStop } from '../../store/issuers/issuer-stops.ts'
import { alwaysNotifiedSubscribers } from '../../store/notifications/always-notified.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import type { AccountRow } from '../../store/rows/tables.ts'
import { accountView } from './account.ts'
import { passkeyConfirmationOptions, confirmingPasskey } from '../people/confirmations.ts'
import { takePasskeyAnswer, type PasskeyStatement } from '../people/passkey-challenges.ts'
import { signedInPerson } from '../people/signed-in.ts'
import type { Principal, WriteOperationContext, WriteOperationService } from '../request/context.ts'
import { writeOperationHandler } from '../request/handler.ts'

/** Stops all spending of the account. A second stop changes nothing: the time, person and reason of the first stop remain. */
const stopAccount: WriteOperationService<'stopAccount'> = async (context, { body }) => {
  const { tx, clock, principal, settings } = context
  const before = await lockAccount(tx, principal.accountId)
  if (before.stopped_at !== null) return accountView(tx, before, settings)
  const after: AccountRow = {
    ...before,
    stopped_at: clock.now(),
    stopped_by: principal.id,
    stopped_by_name: principal.name,
    stop_reason: body.reason,
  }
  await updateAccount(context, before, after)
  await propagate(context, 'account.stopped', body.reason)
  return accountView(tx, after, settings)
}

const resumeAccount: WriteOperationService<'resumeAccount'> = async (context, { body }) => {
  const { tx, principal, settings } = context
  const before = await lockAccount(tx, principal.accountId)
  await demandProof(context, before, body)
  if (before.stopped_at === null) return accountView(tx, before, settings)
  const after: AccountRow = { ...before, ...accountColumnsWithoutStop }
  await updateAccount(context, before, after)
  await propagate(context, 'account.resumed', body.reason)
  return accountView(tx, after, settings)
}

/**
 * Records that issuers are to be called about the account's cards, and records the event of the stop or the resumption. The calls are made
 * after the commit. They freeze the cards at their issuers, or unfreeze them.
 */
async function propagate(
  context: WriteOperationContext,
  type: 'account.stopped' | 'account.resumed',
  reason: string,
): Promise<void> {
  const { tx, clock, principal, settings } = context
  const { accountId, id, name } = principal
  const data = { accountId, reason, by: id, name }
  await beginIssuerStop(tx, accountId)
  const owners = await alwaysNotifiedSubscribers(tx, { accountId, sendsMail: settings.sendsMail })
  await recordEvents(context, [{ accountId, customerId: null, type, data, at: clock.now() }], owners)
}

type ResumeStatement = Extract<PasskeyStatement, { purpose: 'resume' }>

const resumeStatement = (
  { accountId, id }: Principal,
  { stopped_at: stoppedAt }: AccountRow,
  reason: string,
): ResumeStatement => ({
  purpose: 'resume',
  accountId,
  personId: id,
  stoppedAt,
  reason,
})

const createResumeOptions: WriteOperationService<'createResumeOptions'> = async (context, { body }) => {
  const { tx, principal } = context
  signedInPerson(principal)
  return passkeyConfirmationOptions(
    context,
    resumeStatement(principal, await findAccount(tx, principal.accountId), body.reason),
  )
}

/**
 * Throws `passkey_required` where a person who has a passkey sends no proof for a resumption, and `passkey_refused` where the proof signs
 * something else.
 */
async function demandProof(
  context: WriteOperationContext,
  account: AccountRow,
  { reason, proof }: OperationInputOf<'resumeAccount'>['body'],
): Promise<void> {
  const { tx, principal } = context
  if (proof !== undefined) {
    const agreed = resumeStatement(principal, account, reason)
    const answer = await takePasskeyAnswer(tx, context, { purpose: agreed.purpose, clientData: proof.clientData })
    await confirmingPasskey(tx, context, { agreed, proof, answer })
    return
  }
  if (principal.person === null) return
  const [passkey] = await passkeysOf(tx, principal.id, 1)
  if (passkey !== undefined) throw new ApiError('passkey_required', WHAT_TO_DO)
}

const WHAT_TO_DO = {
  message: 'A person who has a passkey confirms with it that spending resumes.',
  hint: 'Ask for `POST /account/resume-options` with the same `reason`, sign its challenge, and send the answer as `proof`.',
}

export const accountStopHandlers = {
  stopAccount: writeOperationHandler(stopAccount),
  createResumeOptions: writeOperationHandler(createResumeOptions),
  resumeAccount: writeOperationHandler(resumeAccount),
}
