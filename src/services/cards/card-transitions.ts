import type { CardStatusInput } from '../../contract/sheets/card-fields.ts'
import { ApiError } from '../../contract/errors.ts'
import {
  type CardChange,
  type CardRefusal,
  requestedCardStatusChange,
  credentialsUnlockChange,
  type WholeCard,
} from '../../domain/changes/card.ts'
import { cardLifecycle } from '../../domain/lifecycles/card.ts'
import { isFinalStatus } from '../../domain/lifecycles/moves.ts'
import { lockCardFamily, type LockedCardFamily } from '../../store/cards/card-family.ts'
import { saveChanges } from '../../store/changes/save-changes.ts'
import { cardSaveStatements } from '../../store/cards/card-saving.ts'
import { lockedCardView } from './card-view.ts'
import { cardLoosening, looseningUnconfirmedByPerson } from '../levels/loosening.ts'
import type { WriteContext, WriteService } from '../request/context.ts'
import { objectOr404 } from '../input/or-throw.ts'

export const freezeCard: WriteService<'freezeCard'> = (context, { params, body }) =>
  changeCard(context, params.cardId, (card) => requestedCardStatusChange(card, 'frozen', body.reason))
export const unfreezeCard: WriteService<'unfreezeCard'> = async (context, { params, body }) => {
  const family = await lockCard(context, params.cardId)
  const { card: before } = family
  const after = { ...before, status: isFinalStatus(cardLifecycle, before.status) ? before.status : ('active' as const) }
  const proposed = { operation: 'unfreezeCard', before, after, proof: body.proof } as const
  const refusal = await looseningUnconfirmedByPerson(context, cardLoosening(proposed))
  return refusal ?? saveAndView(context, family, requestedCardStatusChange(before, 'active'))
}
export const closeCard: WriteService<'closeCard'> = (context, { params }) =>
  changeCard(context, params.cardId, (card) => requestedCardStatusChange(card, 'closed'))

/** Clears the counted failures of a card's credentials, so that purchases by number are checked again (contract, section 10). */
export const unlockCardCredentials: WriteService<'unlockCardCredentials'> = (context, { params }) =>
  changeCard(context, params.cardId, credentialsUnlockChange)

/** The card status that each status name of a request means. Names that other issuers use are accepted, too (contract, section 7). */
export const requestedCardStatuses: Record<CardStatusInput, WholeCard['status']> = {
  active: 'active',
  frozen: 'frozen',
  locked: 'frozen',
  closed: 'closed',
  canceled: 'closed',
  cancelled: 'closed',
}

type RequestedChange = CardChange<WholeCard> | null | CardRefusal

/** Returns the requested change of a card, or null where the request changes nothing. Throws `card_closed` where the change was refused. */
export function allowedCardChange(requested: RequestedChange): CardChange<WholeCard> | null {
  if (requested === 'card_closed') throw new ApiError('card_closed')
  return requested
}

async function changeCard(context: WriteContext, cardId: string, decide: (card: WholeCard) => RequestedChange) {
  const family = await lockCard(context, cardId)
  return saveAndView(context, family, decide(family.card))
}

/** Saves a change of a locked card. Returns the answer about the card after the change. Throws `card_closed` for a refused change. */
async function saveAndView(
  context: WriteContext,
  { locked, card }: Pick<LockedCardFamily, 'locked' | 'card'>,
  requested: RequestedChange,
) {
  const change = allowedCardChange(requested)
  if (change !== null) await saveChanges(locked, [cardSaveStatements([change], context.clock.now())])
  return lockedCardView(context, change?.after ?? card)
}

/** Locks the customer of the card that a request names, and reads the card. Throws `card_not_found`. */
export const lockCard = async (context: WriteContext, cardId: string): Promise<LockedCardFamily> =>
  objectOr404(await lockCardFamily(context, context.principal, cardId), 'card_not_found')
