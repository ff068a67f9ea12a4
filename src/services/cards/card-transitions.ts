import type { CardStatusInput } from '../../contract/resources/cards.ts'
import { ApiError } from '../../contract/errors.ts'
import { cardLife } from '../../domain/lifecycles/card.ts'
import { isFinal } from '../../domain/lifecycles/moves.ts'
import { present } from '../../lib/assert.ts'
import { lockCardFamily, type LockedFamily } from '../../store/cards/card-family.ts'
import { moveCards, type CardStatus } from '../../store/cards/card-status.ts'
import { forgetFailedCredentials, type Card } from '../../store/cards/cards.ts'
import { lockedCardView } from './card-view.ts'
import { cardLoosening, unconfirmedByPerson } from '../customers/loosening.ts'
import type { WriteContext, WriteService } from '../request/context.ts'
import { found } from '../input/ownership.ts'

export const freezeCard: WriteService<'freezeCard'> = (context, { params, body }) =>
  moved(context, params.cardId, 'frozen', body.reason)
export const unfreezeCard: WriteService<'unfreezeCard'> = async (context, { params, body }) => {
  const family = found(await lockCardFamily(context, context.principal, params.cardId), 'card_not_found')
  const { card: before } = family
  const after = { ...before, status: isFinal(cardLife, before.status) ? before.status : ('active' as const) }
  const asked = { operation: 'unfreezeCard', before, after, proof: body.proof } as const
  const refusal = await unconfirmedByPerson(context, cardLoosening(asked))
  return refusal ?? lockedCardView(context, await moveCard(family, before, { to: 'active', now: context.clock.now() }))
}
export const closeCard: WriteService<'closeCard'> = (context, { params }) => moved(context, params.cardId, 'closed')

/** Forgets the wrong expiries and CVVs that were counted (contract, section 10). */
export const unlockCardCredentials: WriteService<'unlockCardCredentials'> = async (context, { params }) => {
  const { locked, card } = found(await lockCardFamily(context, context.principal, params.cardId), 'card_not_found')
  if (isFinal(cardLife, card.status)) throw new ApiError('card_closed')
  if (card.failed_credentials === null) return lockedCardView(context, card)
  await forgetFailedCredentials(locked, card)
  return lockedCardView(context, { ...card, failed_credentials: null })
}

/** The status that a request means: the names that other issuers use are taken too (contract, section 7). */
export const statusOf: Record<CardStatusInput, CardStatus> = {
  active: 'active',
  frozen: 'frozen',
  locked: 'frozen',
  closed: 'closed',
  canceled: 'closed',
  cancelled: 'closed',
}

/** Moves a card that is locked, at somebody's request. Where it is already, nothing happens; closed is final. */
export async function moveCard(
  { locked }: Pick<LockedFamily, 'locked'>,
  card: Card,
  { to, now, note }: { to: CardStatus; now: number; note?: string | undefined },
): Promise<Card> {
  if (card.status === to) return card
  if (isFinal(cardLife, card.status)) throw new ApiError('card_closed')
  const [after] = await moveCards(locked, { cardIds: [card.id], to, reason: 'requested', now, note })
  return present(after, 'a locked card that is elsewhere and not closed moves')
}

async function moved(context: WriteContext, cardId: string, to: CardStatus, note?: string) {
  const family = found(await lockCardFamily(context, context.principal, cardId), 'card_not_found')
  return lockedCardView(context, await moveCard(family, family.card, { to, note, now: context.clock.now() }))
}
