import { PurserError } from '@purser/client'
import { purser } from './client.ts'
import type { RequestUnderOneIdempotencyKey } from './one-time-request.ts'
import { idempotencyKeyOf, signSpendingResume } from './sign-in/passkeys.ts'

/** Resumes the account's spending. A person who has a passkey is asked to sign with it, if the service says that it is required. */
export async function resumeSpending(reason: string, intention: RequestUnderOneIdempotencyKey) {
  const send = () =>
    purser.account.resume(
      { reason, ...(intention.proof !== undefined && { proof: intention.proof }) },
      idempotencyKeyOf(intention),
    )
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof PurserError) || error.code !== 'passkey_required') throw error
    intention.proof = await signSpendingResume(reason)
    return send()
  }
}
