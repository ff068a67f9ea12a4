import { type Intent, PurserError } from '@purser/client'
import { purser } from '../client.ts'
import { confirmed, signDecision } from '../sign-in/passkeys.ts'

export type Verdict = 'approve' | 'decline'

type Proof = Awaited<ReturnType<typeof signDecision>>

export interface Made {
  readonly verdict: Verdict
  readonly note?: string | undefined
}

/** Decides about an intent. Where the account asks for a passkey, which is known or the service says, the person is asked for one. */
export async function decide(intentId: string, { verdict, note }: Made, takesPasskey: boolean) {
  const send = (proof?: Proof): Promise<Intent> => {
    const more = proof === undefined ? {} : { proof }
    return verdict === 'approve'
      ? purser.intents.approve(intentId, { ...more, ...(note ? { note } : {}) })
      : purser.intents.reject(intentId, { ...more, ...(note ? { reason: note } : {}) })
  }
  const sign = () => signDecision(intentId, verdict === 'approve' ? 'approve' : 'reject')
  if (takesPasskey) return send(await sign())
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof PurserError) || error.code !== 'passkey_required') throw error
    return send(await sign())
  }
}

/** Takes back the approval of an intent that nothing has been bought for. It takes no passkey, because it only narrows. */
export const revokeApproval = (intentId: string, reason?: string): Promise<Intent> =>
  purser.intents.revokeApproval(intentId, reason ? { reason } : {})

/** Answers a challenge. */
export const decideChallenge = (id: string, { verdict, note }: Made) =>
  confirmed((proof) => {
    const body = { ...(note && { note }), ...proof }
    return verdict === 'approve' ? purser.challenges.approve(id, body) : purser.challenges.decline(id, body)
  })

/** Decides about purchases that come again. */
export const decideSubscription = (id: string, { verdict, note }: Made) =>
  confirmed((proof) =>
    verdict === 'approve'
      ? purser.subscriptions.approve(id, { ...(note && { note }), ...proof })
      : purser.subscriptions.reject(id, { ...(note && { reason: note }), ...proof }),
  )

/** Decides about a change that an agent asks for. */
export const decideChange = (id: string, { verdict, note }: Made) =>
  verdict === 'approve'
    ? confirmed((proof) => purser.changeRequests.approve(id, { ...(note && { note }), ...proof }))
    : purser.changeRequests.reject(id, note ? { note } : {})
