import type { CardStatusInput } from '../../contract/sheets/card-fields.ts'
import { ApiError } from '../../contract/errors.ts'
import {
  type UnsavedCardChange,
  type CardRefusal,
  requestedCardStatusChange,
  credentialsUnlockChange,
  type CardWithAllFields,
} from '../../domain/changes/card.ts'
import { cardLifecycle } from '../../domain/lifecycles/card.ts'
import { isFinalLifecycleStatus } from '../../domain/lifecycles/moves.ts'
import { lockCardWithAgentAndCustomer, type LockedCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { cardSaveStatements } from '../../store/cards/card-saving.ts'
import { lockedCardView } from './card-view.ts'
import { looseningOfCardChange, looseningUnconfirmedByPerson } from '../levels/loosening.ts'
import type { WriteOperationContext, WriteOperationService } from '../request/context.ts'
import { objectOr404 } from '../input/or-throw.ts'

export const freezeCard: WriteOperationService<'freezeCard'> = (context, { params, body }) =>
  changeCard(context, params.cardId, (card) => requestedCardStatusChange(card, 'frozen', body.reason))
export const unfreezeCard: WriteOperationService<'unfreezeCard'> = async (context, { params, body }) => {
  const family = await lockCard(context, params.cardId)
  const { card: before } = family
  const after = {
    ...before,
    status: isFinalLifecycleStatus(cardLifecycle, before.status) ? before.status : ('active' as const),
  }
  const proposed = { operation: 'unfreezeCard', before, after, proof: body.proof } as const
  const refusal = await looseningUnconfirmedByPerson(context, looseningOfCardChange(proposed))
  return refusal ?? saveAndView(context, family, requestedCardStatusChange(before, 'active'))
}
export const closeCard: WriteOperationService<'closeCard'> = (context, { params }) =>
  changeCard(context, params.cardId, (card) => requestedCardStatusChange(card, 'closed'))

/** Clears the counted failures of a card's credentials, so that purchases by number are checked again (contract, section 10). */
export const unlockCardCredentials: WriteOperationService<'unlockCardCredentials'> = (context, { params }) =>
  changeCard(context, params.cardId, credentialsUnlockChange)

/** The card status that each status name of a request means. Names that other issuers use are accepted, too (contract, section 7). */
export const requestedCardStatuses: Record<CardStatusInput, CardWithAllFields['status']> = {
  active: 'active',
  frozen: 'frozen',
  locked: 'frozen',
  closed: 'closed',
  canceled: 'closed',
  cancelled: 'closed',
}

type RequestedChange = UnsavedCardChange<CardWithAllFields> | null | CardRefusal

/** Returns the requested change of a card, or null where the request changes nothing. Throws `card_closed` where the change was refused. */
export function cardChangeUnlessClosed(requested: RequestedChange): UnsavedCardChange<CardWithAllFields> | null {
  if (requested === 'card_closed') throw new ApiError('card_closed')
  return requested
}

async function changeCard(
  context: WriteOperationContext,
  cardId: string,
  decide: (card: CardWithAllFields) => RequestedChange,
) {
  const family = await lockCard(context, cardId)
  return saveAndView(context, family, decide(family.card))
}

/** Saves a change of a locked card. Returns the answer about the card after the change. Throws `card_closed` for a refused change. */
async function saveAndView(
  context: WriteOperationContext,
  { locked, card }: Pick<LockedCardWithAgentAndCustomer, 'locked' | 'card'>,
  requested: RequestedChange,
) {
  const change = cardChangeUnlessClosed(requested)
  if (change !== null) await saveAuditedChanges(locked, [cardSaveStatements([change], context.clock.now())])
  return lockedCardView(context, change?.after ?? card)
}

/** Locks the customer of the card that a request names, and reads the card. Throws `card_not_found`. */
export const lockCard = async (
  context: WriteOperationContext,
  cardId: string,
): Promise<LockedCardWithAgentAndCustomer> =>
  objectOr404(await lockCardWithAgentAndCustomer(context, context.principal, cardId), 'card_not_found')
