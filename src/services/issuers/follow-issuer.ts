import { systemAct } from '../../domain/audit/record.ts'
import { lockCardFamily } from '../../store/card-family.ts'
import { moveCards } from '../../store/card-status.ts'
import { changing } from '../../store/audit/trail.ts'
import type { Deps } from '../request/context.ts'
import type { OfCard } from './commands.ts'

/** Somebody has frozen or closed a card at its issuer: it is so here too. One that is closed stays closed. */
export function followIssuer(
  { database, ids, clock }: Pick<Deps, 'database' | 'ids' | 'clock'>,
  { accountId, cardId }: OfCard,
  to: 'frozen' | 'closed',
): Promise<void> {
  return changing(database, { ids, act: systemAct('followIssuer') }, async (writing) => {
    const family = await lockCardFamily(writing, { accountId, agentId: null }, cardId)
    if (family === undefined) return
    await moveCards(family.locked, { cardIds: [cardId], to, reason: 'requested', now: clock.now() })
  })
}

/** The same of a card that Purser has made: one that is closed there may have been replaced by another that says it is the same card. */
export async function followMade(
  deps: Pick<Deps, 'database' | 'ids' | 'clock'>,
  of: OfCard & { token: string },
  to: 'frozen' | 'closed',
): Promise<void> {
  const call = await deps.database.byKey.issuerCall(of.cardId)
  if (call?.card_token === of.token) await followIssuer(deps, of, to)
}
