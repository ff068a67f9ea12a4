import { lockCustomerById } from '../../store/locks/customer-lock.ts'
import { challengesOfIntent } from '../../store/challenges/challenges.ts'
import { answerGivenChallenges } from '../../store/challenges/following-intents.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import type { ReadOperationContext } from '../request/context.ts'

/**
 * Answers the challenges that wait for a decision about an intent, after the decision was committed. If this node stops before that, a
 * sweep answers them.
 */
export async function answerChallengesOfIntent(context: ReadOperationContext, intentId: string): Promise<void> {
  const { db, database, clock, wakeDispatcher } = context
  const [waiting] = await challengesOfIntent(db, intentId)
  if (waiting === undefined) return
  await inAuditedTransaction(database, context, async (writing) => {
    const locked = await lockCustomerById(writing, waiting.customerId)
    await answerGivenChallenges(locked, await challengesOfIntent(writing.tx, intentId), clock.now())
  })
  wakeDispatcher()
}
