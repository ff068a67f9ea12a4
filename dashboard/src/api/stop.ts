import { PurserError } from '@purser/client'
import { purser } from './client.ts'
import { signResume } from './sign-in/passkeys.ts'

/** Lets the account spend again. A person who has a passkey, which the service says, is asked for it. */
export async function resume(reason: string) {
  try {
    return await purser.account.resume({ reason })
  } catch (error) {
    if (!(error instanceof PurserError) || error.code !== 'passkey_required') throw error
    return purser.account.resume({ reason, proof: await signResume(reason) })
  }
}
