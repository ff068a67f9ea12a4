import { type Intent, PurserError } from '@purser/client'
import { purser } from '../client.ts'
import { type RequestUnderOneIdempotencyKey, newRequestUnderOneIdempotencyKey } from '../one-time-request.ts'
import { confirmedByPasskey, idempotencyKeyOf, signDecisionWithPasskey } from '../sign-in/passkeys.ts'

export type IntentVerdict = 'approve' | 'decline'

export interface IntentDecision {
  readonly verdict: IntentVerdict
  readonly note?: string | undefined
  /** The `subjectHash` of what was on the screen when the person pressed: the service refuses a decision about anything else. */
  readonly shown?: string | undefined
  /** For how many minutes from its approval on a purchase can be made. Undefined: as its request says. */
  readonly validMinutes?: number | undefined
}

/** A request that waits for a decision, as the API answered it. */
interface Read {
  readonly subjectHash?: string
}

/** The `shown` field of a decision: the hash of the subject that was on the page. */
export const shownFieldOfDecision = ({ subjectHash }: Read) => (subjectHash === undefined ? {} : { shown: subjectHash })

const bodyOf = ({ note, shown }: IntentDecision, noteName: 'note' | 'reason') => ({
  ...(shown !== undefined && { shown }),
  ...(note && { [noteName]: note }),
})

/**
 * Approves or rejects an intent. The person signs with a passkey where the page knows that the account needs one, or the service answers
 * so.
 */
export async function decideIntent(
  intentId: string,
  made: IntentDecision,
  takesPasskey: boolean,
  intention: RequestUnderOneIdempotencyKey,
) {
  const isYes = made.verdict === 'approve'
  const send = () => {
    const body = {
      ...bodyOf(made, isYes ? 'note' : 'reason'),
      ...(isYes && made.validMinutes !== undefined && { validMinutes: made.validMinutes }),
      ...(intention.proof !== undefined && { proof: intention.proof }),
    }
    return isYes
      ? purser.intents.approve(intentId, body, idempotencyKeyOf(intention))
      : purser.intents.reject(intentId, body, idempotencyKeyOf(intention))
  }
  const sign = async () => {
    const { shown } = made
    const decision = isYes ? 'approve' : 'reject'
    intention.proof ??= await signDecisionWithPasskey(intentId, { decision, ...(shown !== undefined && { shown }) })
  }
  if (takesPasskey) await sign()
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof PurserError) || error.code !== 'passkey_required') throw error
    await sign()
    return send()
  }
}

/**
 * Revokes the approval of an intent for which nothing has been bought. This needs no passkey, because it only narrows what an agent may do.
 */
export const revokeApproval = (
  intentId: string,
  reason?: string,
  intention = newRequestUnderOneIdempotencyKey(),
): Promise<Intent> => purser.intents.revokeApproval(intentId, reason ? { reason } : {}, idempotencyKeyOf(intention))

/** Approves or declines a challenge. */
export const decideChallenge = (id: string, made: IntentDecision, intention: RequestUnderOneIdempotencyKey) =>
  confirmedByPasskey((proof, once) => {
    const body = { ...bodyOf(made, 'note'), ...proof }
    return made.verdict === 'approve'
      ? purser.challenges.approve(id, body, once)
      : purser.challenges.decline(id, body, once)
  }, intention)

/** Approves or rejects a subscription. */
export const decideSubscription = (id: string, made: IntentDecision, intention: RequestUnderOneIdempotencyKey) =>
  confirmedByPasskey(
    (proof, once) =>
      made.verdict === 'approve'
        ? purser.subscriptions.approve(id, { ...bodyOf(made, 'note'), ...proof }, once)
        : purser.subscriptions.reject(id, { ...bodyOf(made, 'reason'), ...proof }, once),
    intention,
  )

/** Approves or rejects a change request. */
export const decideChangeRequest = (id: string, made: IntentDecision, intention: RequestUnderOneIdempotencyKey) =>
  made.verdict === 'approve'
    ? confirmedByPasskey(
        (proof, once) => purser.changeRequests.approve(id, { ...bodyOf(made, 'note'), ...proof }, once),
        intention,
      )
    : purser.changeRequests.reject(id, bodyOf(made, 'note'), idempotencyKeyOf(intention))
