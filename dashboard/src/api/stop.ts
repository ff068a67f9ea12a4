import { PurserError } from '@purser/client'
import { purser } from './client.ts'
import type { Intention } from './intention.ts'
import { onceOf, signResume } from './sign-in/passkeys.ts'

/** Lets the account spend again. A person who has a passkey, which the service says, is asked for it. */
export async function resume(reason: string, intention: Intention) {
  const send = () =>
    purser.account.resume(
      { reason, ...(intention.proof !== undefined && { proof: intention.proof }) },
      onceOf(intention),
    )
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof PurserError) || error.code !== 'passkey_required') throw error
    intention.proof = await signResume(reason)
    return send()
  }
}
