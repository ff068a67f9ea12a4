import type { CardStatusInput } from '../../contract/resources/cards.ts'
import { ApiError } from '../../contract/errors.ts'
import {
  type CardChange,
  type Refused,
  requestedMove,
  unlockedCard,
  type WholeCard,
} from '../../domain/changes/card.ts'
import { cardLife } from '../../domain/lifecycles/card.ts'
import { isFinal } from '../../domain/lifecycles/moves.ts'
import { lockCardFamily, type LockedFamily } from '../../store/cards/card-family.ts'
import { saveChanges } from '../../store/changes/save-changes.ts'
import { wholeCard } from '../../store/rows/states.ts'
import { lockedCardView } from './card-view.ts'
import { cardLoosening, unconfirmedByPerson } from '../customers/loosening.ts'
import type { WriteContext, WriteService } from '../request/context.ts'
import { found } from '../input/ownership.ts'

export const freezeCard: WriteService<'freezeCard'> = (context, { params, body }) =>
  changed(context, params.cardId, (card) => requestedMove(card, 'frozen', body.reason))
export const unfreezeCard: WriteService<'unfreezeCard'> = async (context, { params, body }) => {
  const family = await lockCard(context, params.cardId)
  const { card: before } = family
  const after = { ...before, status: isFinal(cardLife, before.status) ? before.status : ('active' as const) }
  const asked = { operation: 'unfreezeCard', before, after, proof: body.proof } as const
  const refusal = await unconfirmedByPerson(context, cardLoosening(asked))
  return refusal ?? made(context, family, requestedMove(before, 'active'))
}
export const closeCard: WriteService<'closeCard'> = (context, { params }) =>
  changed(context, params.cardId, (card) => requestedMove(card, 'closed'))

/** Forgets the wrong expiries and CVVs that were counted (contract, section 10). */
export const unlockCardCredentials: WriteService<'unlockCardCredentials'> = (context, { params }) =>
  changed(context, params.cardId, unlockedCard)

/** The status that a request means: the names that other issuers use are taken too (contract, section 7). */
export const statusOf: Record<CardStatusInput, WholeCard['status']> = {
  active: 'active',
  frozen: 'frozen',
  locked: 'frozen',
  closed: 'closed',
  canceled: 'closed',
  cancelled: 'closed',
}

type Decided = CardChange<WholeCard> | null | Refused

/** A change that was decided on; null: nothing changes. A refusal is answered as an error. */
export function allowed(decided: Decided): CardChange<WholeCard> | null {
  if (decided === 'card_closed') throw new ApiError('card_closed')
  return decided
}

async function changed(context: WriteContext, cardId: string, decide: (card: WholeCard) => Decided) {
  const family = await lockCard(context, cardId)
  return made(context, family, decide(family.card))
}

/** Saves what was decided about a locked card, and answers the card as it is then. */
async function made(context: WriteContext, { locked, card }: Pick<LockedCard, 'locked' | 'card'>, decided: Decided) {
  const change = allowed(decided)
  if (change !== null) await saveChanges(locked, { cards: [change] }, context.clock.now())
  return lockedCardView(context, change?.after ?? card)
}

/** A locked card with the levels above it. */
export interface LockedCard extends Omit<LockedFamily, 'card'> {
  readonly card: WholeCard
}

/** The card that a request names, under the lock of its customer. */
export async function lockCard(context: WriteContext, cardId: string): Promise<LockedCard> {
  const family = found(await lockCardFamily(context, context.principal, cardId), 'card_not_found')
  return { ...family, card: wholeCard(family.card) }
}
