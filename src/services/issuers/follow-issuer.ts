import { unavailable } from '../../contract/unavailable.ts'
import { movedCard } from '../../domain/changes/card.ts'
import { systemAct } from '../../domain/audit/record.ts'
import { type CardStatus, IssuerRefusal } from '../../issuers/issuer.ts'
import { lockCardFamily, type LockedFamily } from '../../store/cards/card-family.ts'
import type { Lease } from '../../lib/traffic/leased-work.ts'
import { saveChanges } from '../../store/changes/save-changes.ts'
import { wholeCard } from '../../store/rows/states.ts'
import { type CallState, recordStatus } from '../../store/issuers/issuer-call-queue.ts'
import { findIssuerCall } from '../../store/issuers/issuer-calls.ts'
import type { IssuerCall } from '../../store/rows/issuer-tables.ts'
import { expectStatus } from '../../store/issuers/issuer-records.ts'
import { changing } from '../../store/audit/trail.ts'
import type { Appending } from '../../store/audit/chain.ts'
import type { Deps } from '../request/context.ts'
import type { OfCard } from './commands.ts'
import { isStricter } from './strictness.ts'
import { wantedStatus } from './wanted-status.ts'

type FollowingDeps = Pick<Deps, 'database' | 'clock'> & Appending

interface MadeCard extends OfCard {
  /** The issuer's name of it. */
  readonly token: string
}

/** What an issuer was told last. */
type Told = Pick<IssuerCall, 'asked_count' | 'told_status'>

/**
 * Somebody has frozen or closed a card at its issuer: it is so here too. One that is closed stays closed. What it is by then is told to the
 * issuer: it may have been changed there since, or unfrozen here. `told`: only while that is so, and the card is that, or is to be that there.
 */
function followIssuer(
  { database, ids, vault, clock }: FollowingDeps,
  { accountId, cardId }: OfCard,
  { to, told }: { to: 'frozen' | 'closed'; told?: Told },
): Promise<void> {
  return changing(database, { ids, vault, act: systemAct('followIssuer') }, async (writing) => {
    const family = await lockCardFamily(writing, { accountId, agentId: null }, cardId)
    if (family === undefined) return
    const { tx } = family.locked
    if (told !== undefined) {
      const call = await findIssuerCall(tx, cardId)
      if (call?.asked_count !== told.asked_count) return
      const { status } = family.card
      const wanted = wantedStatus({ status, isAccountStopped: call.is_account_stopped })
      if (told.told_status !== status && told.told_status !== wanted) return
    }
    const now = clock.now()
    await moveTo(family, to, now)
    await expectStatus(tx, { cardId, now })
  })
}

async function moveTo({ locked, card }: LockedFamily, to: 'frozen' | 'closed', now: number): Promise<void> {
  const change = movedCard(wholeCard(card), { to, reason: 'requested' })
  if (change !== null) await saveChanges(locked, { cards: [change] }, now)
}

/** The same of a card that Purser has made: one that is closed there may have been replaced by another that says it is the same card. */
export async function followMade(deps: FollowingDeps, of: MadeCard, to: 'frozen' | 'closed'): Promise<void> {
  const call = await deps.database.byKey.issuerCall(of.cardId)
  if (call?.card_token === of.token) await followIssuer(deps, of, { to })
}

/** The same of a card that a stop was to freeze there, and that somebody else has frozen or closed there before. */
export function followFound(
  { database, ids, vault, clock }: FollowingDeps,
  { id, lease, state: { call } }: Lease & Pick<{ state: CallState }, 'state'>,
  to: 'frozen' | 'closed',
): Promise<void> {
  const of = { accountId: call.account_id, agentId: null }
  return changing(database, { ids, vault, act: systemAct('followIssuer') }, async (writing) => {
    const family = await lockCardFamily(writing, of, id)
    if (family !== undefined) await moveTo(family, to, clock.now())
    await recordStatus(writing.tx, { id, lease }, to)
  })
}

/**
 * The same of a card of which nobody says who has changed it, or when. It may have been Purser, or be changed back by now: what it is there is
 * followed where Purser has told something less strict before it was read, and nothing since. `heard`: what it was there.
 */
export async function followRead(
  deps: FollowingDeps & Pick<Deps, 'issuers'>,
  of: MadeCard & { issuer: string },
  heard: CardStatus,
): Promise<void> {
  const call = await deps.database.byKey.issuerCall(of.cardId)
  const told = call?.told_status ?? null
  if (call?.card_token !== of.token || told === null || !isStricter(heard, told)) return
  const there = await deps.issuers.get(of.issuer)?.readCard(of.token).catch(unread)
  if (there == null || there.status === 'active' || !isStricter(there.status, told)) return
  await followIssuer(deps, of, { to: there.status, told: call })
}

/** One that the issuer does not show is not asked for again; what does not answer is, when the issuer tells of it again. */
function unread(error: unknown): null {
  if (error instanceof IssuerRefusal) return null
  throw unavailable('issuer_unavailable')
}
