import {
  type Approval,
  type Challenge,
  type ChangeRequest,
  type Intent,
  PurserError,
  type Subscription,
} from '@purser/client'
import { purser } from '../client.ts'
import { confirmed, signDecision } from '../sign-in/passkeys.ts'

export type Verdict = 'approve' | 'decline'

type Proof = Awaited<ReturnType<typeof signDecision>>

export interface Made {
  readonly verdict: Verdict
  readonly note?: string | undefined
}

/** Something that waits for a decision, as it was read. */
interface Read {
  readonly subjectHash?: string
}

/** Says what was on the page: the service refuses a decision about anything else. */
export const shownOf = ({ subjectHash }: Read) => (subjectHash === undefined ? {} : { shown: subjectHash })

/** Decides about an intent. Where the account asks for a passkey, which is known or the service says, the person is asked for one. */
export async function decide(approval: Approval, { verdict, note }: Made, takesPasskey: boolean) {
  const { intentId } = approval
  const shown = shownOf(approval)
  const send = (proof?: Proof): Promise<Intent> => {
    const more = { ...shown, ...(proof === undefined ? {} : { proof }) }
    return verdict === 'approve'
      ? purser.intents.approve(intentId, { ...more, ...(note ? { note } : {}) })
      : purser.intents.reject(intentId, { ...more, ...(note ? { reason: note } : {}) })
  }
  const sign = () => signDecision(intentId, { decision: verdict === 'approve' ? 'approve' : 'reject', ...shown })
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
export const decideChallenge = (challenge: Challenge, { verdict, note }: Made) =>
  confirmed((proof) => {
    const { id } = challenge
    const body = { ...shownOf(challenge), ...(note && { note }), ...proof }
    return verdict === 'approve' ? purser.challenges.approve(id, body) : purser.challenges.decline(id, body)
  })

/** Decides about purchases that come again. */
export const decideSubscription = (subscription: Subscription, { verdict, note }: Made) =>
  confirmed((proof) => {
    const { id } = subscription
    const more = { ...shownOf(subscription), ...proof }
    return verdict === 'approve'
      ? purser.subscriptions.approve(id, { ...(note && { note }), ...more })
      : purser.subscriptions.reject(id, { ...(note && { reason: note }), ...more })
  })

/** Decides about a change that an agent asks for. */
export function decideChange(request: ChangeRequest, { verdict, note }: Made) {
  const { id } = request
  const body = { ...shownOf(request), ...(note && { note }) }
  return verdict === 'approve'
    ? confirmed((proof) => purser.changeRequests.approve(id, { ...body, ...proof }))
    : purser.changeRequests.reject(id, body)
}
