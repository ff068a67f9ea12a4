import { ApiError } from '../../contract/errors.ts'
import { systemAct } from '../../domain/audit/record.ts'
import { IssuerRefusal } from '../../issuers/issuer.ts'
import { lockCardFamily } from '../../store/card-family.ts'
import { moveCards } from '../../store/card-status.ts'
import { expectStatus } from '../../store/issuer-records.ts'
import { changing } from '../../store/audit/trail.ts'
import type { Deps } from '../request/context.ts'
import type { OfCard } from './commands.ts'

type FollowingDeps = Pick<Deps, 'database' | 'ids' | 'clock'>

interface MadeCard extends OfCard {
  /** The issuer's name of it. */
  readonly token: string
}

/**
 * Somebody has frozen or closed a card at its issuer: it is so here too. One that is closed stays closed. What it is by then is told to the
 * issuer: it may have been changed there since, or unfrozen here.
 */
export function followIssuer(
  { database, ids, clock }: FollowingDeps,
  { accountId, cardId }: OfCard,
  to: 'frozen' | 'closed',
): Promise<void> {
  return changing(database, { ids, act: systemAct('followIssuer') }, async (writing) => {
    const family = await lockCardFamily(writing, { accountId, agentId: null }, cardId)
    if (family === undefined) return
    const now = clock.now()
    await moveCards(family.locked, { cardIds: [cardId], to, reason: 'requested', now })
    await expectStatus(family.locked.tx, { cardId, status: null, now })
  })
}

/** The same of a card that Purser has made: one that is closed there may have been replaced by another that says it is the same card. */
export async function followMade(deps: FollowingDeps, of: MadeCard, to: 'frozen' | 'closed'): Promise<void> {
  const call = await deps.database.byKey.issuerCall(of.cardId)
  if (call?.card_token === of.token) await followIssuer(deps, of, to)
}

/**
 * The same of a card that somebody has changed, who may have been Purser: what it is there is followed where Purser has told something
 * else before it was read, and nothing since.
 */
export async function followChanged(
  deps: FollowingDeps & Pick<Deps, 'issuers'>,
  of: MadeCard & { issuer: string },
): Promise<void> {
  const before = await deps.database.byKey.issuerCall(of.cardId)
  if (before?.card_token !== of.token || before.told_status !== 'active') return
  const there = await deps.issuers.get(of.issuer)?.readCard?.(of.token).catch(unread)
  if (there == null || there.status === 'active') return
  const after = await deps.database.byKey.issuerCall(of.cardId)
  if (after?.asked_count === before.asked_count) await followIssuer(deps, of, there.status)
}

/** One that the issuer does not show is not asked for again; what does not answer is, when the issuer tells of it again. */
function unread(error: unknown): null {
  if (error instanceof IssuerRefusal) return null
  throw new ApiError('unavailable', { retryAfterSeconds: 1 })
}
