import type { OperationInputOf } from '../../contract/operations.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import {
  type UnsavedCardChange,
  requestedCardStatusChange,
  cardSettingsChange,
  type CardWithAllFields,
} from '../../domain/changes/card.ts'
import { cardLifecycle } from '../../domain/lifecycles/card.ts'
import { isFinalLifecycleStatus } from '../../domain/lifecycles/moves.ts'
import type { CascadeLevels } from '../../domain/decision/cascade.ts'
import { listCards as listRows } from '../../store/cards/cards.ts'
import { readCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import { mapRowsOfListPage } from '../../store/statements/keyset.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { cardSaveStatements } from '../../store/cards/card-saving.ts'
import { cardWithExpiry } from './card-expiries.ts'
import {
  cardChangeUnlessClosed,
  closeCard,
  freezeCard,
  lockCard,
  requestedCardStatuses,
  unfreezeCard,
  unlockCardCredentials,
} from './card-transitions.ts'
import { cardView, changedCardView, dryRunCardView, lockedCardView } from './card-view.ts'
import { checkIsOwnCard } from '../levels/one-time-cards.ts'
import { checkAllowedOrigins } from '../levels/card-origins.ts'
import type { ReadOperationService, WriteOperationService } from '../request/context.ts'
import { createCard } from './card-creation.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { looseningOfCardChange, looseningUnconfirmedByPerson } from '../levels/loosening.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'
import { patchedResourceSettings } from '../input/settings-input.ts'
import { assertPresent } from '../../lib/assert.ts'
import { findIssuerCall, hurryIssuerCall, retryIssuerCall } from '../../store/issuer-calls/issuer-calls.ts'
import { findIssuerCardholder, renewCardholderRequest } from '../../store/issuers/issuer-holders.ts'
import { cardholderRequest } from '../issuers/begin-card.ts'

const listCards: ReadOperationService<'listCards'> = async (context, { query }) => {
  const { customerId, agentId, parentCardId, intentId, search } = query
  const status = query.status && requestedCardStatuses[query.status]
  return paginate(context, {
    name: 'listCards',
    query,
    load: async (page) =>
      mapRowsOfListPage(
        await listRows(context.db, context.principal, {
          ...page,
          customerId,
          agentId,
          parentCardId,
          intentId,
          status,
          search,
        }),
        (cards) => Promise.all(cards.map((card) => cardView(context, card))),
      ),
    view: (card) => card,
  })
}

const getCard: ReadOperationService<'getCard'> = async (context, { params }) =>
  cardView(context, objectOr404(await context.byKey.card(context.principal, params.cardId), 'card_not_found'))

const updateCard: WriteOperationService<'updateCard'> = async (context, { params, body: { proof, ...patch } }) => {
  checkAllowedOrigins(context, patch)
  const family = await lockCard(context, params.cardId)
  const { card: before } = family
  const now = context.clock.now()
  const changes = patchedCard(family, patch, now)
  const after = changes.at(-1)?.after ?? before
  if (!isFinalLifecycleStatus(cardLifecycle, before.status)) {
    const refusal = await looseningUnconfirmedByPerson(
      context,
      looseningOfCardChange({ operation: 'updateCard', before, after, proof }),
    )
    if (refusal !== null) return refusal
  }
  await saveAuditedChanges(family.locked, [cardSaveStatements(changes, now)])
  return changedCardView(context, { ...family, card: after })
}

/** The dry run of `updateCard`: makes the change and saves nothing. */
const tryUpdateCard: ReadOperationService<'updateCard'> = async (
  context,
  { params, body: { proof: _proof, ...patch } },
) => {
  checkAllowedOrigins(context, patch)
  const levels = objectOr404(
    await readCardWithAgentAndCustomer(context.db, context.principal, params.cardId),
    'card_not_found',
  )
  return dryRunCardView(context, levels, patchedCard(levels, patch, context.clock.now()))
}

type Patch = Omit<OperationInputOf<'updateCard'>['body'], 'proof'>

/** The changes that a PATCH makes to a card, in the order of their events: its settings, then its status. `now`: Unix milliseconds. */
export function patchedCard(
  levels: CascadeLevels & { readonly card: CardWithAllFields },
  { status, ...settings }: Patch,
  now: number,
): UnsavedCardChange<CardWithAllFields>[] {
  const { card } = levels
  const isSet = Object.keys(settings).length > 0
  if (isSet) checkIsOwnCard(card.parentCardId)
  const set = isSet
    ? cardChangeUnlessClosed(cardSettingsChange(card, () => cardWithExpiry(levels, withSettings(card, settings, now))))
    : null
  const moved =
    status === undefined
      ? null
      : cardChangeUnlessClosed(requestedCardStatusChange(set?.after ?? card, requestedCardStatuses[status]))
  return [set, moved].filter((change) => change !== null)
}

type Settings = Omit<Patch, 'status'>

const patched = patchedResourceSettings(cardSheet)

const withSettings = (card: CardWithAllFields, body: Settings, now: number): CardWithAllFields => ({
  ...card,
  ...patched(card, body, { currency: card.currency, now }),
})

/** Repeats the failed or waiting call about a card at its issuer, with the customer's current data. */
const retryCardIssuer: WriteOperationService<'retryCardIssuer'> = async (context, { params }) => {
  const { locked, card, customer } = await lockCard(context, params.cardId)
  const { issuer } = card
  if (issuer === null) return lockedCardView(context, card)
  const call = assertPresent(await findIssuerCall(context.tx, card.id), 'an issuer is called about its cards')
  await (call.failed ? retryIssuerCall(locked, card.id) : hurryIssuerCall(locked, card.id))
  if (call.failed && call.card_token === null) {
    const of = { customerId: customer.id, accountId: customer.accountId, issuer }
    const holder = await findIssuerCardholder(context.tx, of)
    if (holder !== undefined)
      await renewCardholderRequest(locked, {
        ...of,
        request: cardholderRequest(customer, card.billing ?? holder.request.billing),
      })
  }
  return lockedCardView(context, card)
}

export const cardHandlers = {
  createCard: writeOperationHandler(createCard),
  listCards: readOperationHandler(listCards),
  getCard: readOperationHandler(getCard),
  updateCard: writeOperationHandler(updateCard, tryUpdateCard),
  freezeCard: writeOperationHandler(freezeCard),
  unfreezeCard: writeOperationHandler(unfreezeCard),
  closeCard: writeOperationHandler(closeCard),
  unlockCardCredentials: writeOperationHandler(unlockCardCredentials),
  retryCardIssuer: writeOperationHandler(retryCardIssuer),
}
