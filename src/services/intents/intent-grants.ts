import { changing } from '../../store/audit/trail.ts'
import { findIntent, lockIntent } from '../../store/intents/intents.ts'
import { consumeGrant, liveGrantsFor } from '../../store/numbers/access-events.ts'
import { orThrow } from '../input/or-throw.ts'
import type { ReadContext } from '../request/context.ts'

/**
 * Uses up the grants of an intent that was canceled, after the cancellation was committed. If this node stops before that, the grants still
 * permit no read, because their intent is canceled: see `firstLiveGrant`.
 */
export async function useUpGrants(context: ReadContext, intentId: string): Promise<void> {
  const { db, database, principal, clock } = context
  const intent = await findIntent(db, principal, intentId)
  if (intent?.status !== 'canceled') return
  const grant = { cardId: intent.card_id, intentId }
  if ((await liveGrantsFor(db, grant, clock.now())).length === 0) return
  await changing(database, context, async (writing) => {
    const { locked } = orThrow(await lockIntent(writing, principal, intentId), 'intent_not_found')
    const now = clock.now()
    for (const live of await liveGrantsFor(writing.tx, grant, now)) await consumeGrant(locked, live, now)
  })
}
