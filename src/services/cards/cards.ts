import { ApiError } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations.ts'
import { Address, FreeForm } from '../../contract/primitives.ts'
import { cardLife } from '../../domain/lifecycles/card.ts'
import { isFinal } from '../../domain/lifecycles/moves.ts'
import { listCards as listRows, saveCard, type Card } from '../../store/cards/cards.ts'
import { lockCardFamily, type LockedFamily } from '../../store/cards/card-family.ts'
import { expiryOf } from './card-expiries.ts'
import { closeCard, freezeCard, moveCard, statusOf, unfreezeCard, unlockCardCredentials } from './card-transitions.ts'
import { cardView, changedCardView } from './card-view.ts'
import { checkAllowedOrigins } from '../numbers/card-origins.ts'
import type { ReadService, WriteContext, WriteService } from '../request/context.ts'
import { createCard } from './card-creation.ts'
import { retryCardIssuer } from '../issuers/retry-issuer.ts'
import { read, write } from '../request/handler.ts'
import { checkFreeForm } from '../input/free-form.ts'
import { cardLoosening, unconfirmedByPerson } from '../customers/loosening.ts'
import { patchedLimits } from '../input/limits-input.ts'
import { mergedField } from '../input/merged.ts'
import { found } from '../input/ownership.ts'
import { paginate } from '../request/pagination.ts'
import { patchedPolicy, shadowAfter } from '../input/policy-input.ts'
import { tellCardChanged } from '../customers/tell-changes.ts'

const mergedBilling = mergedField<Address>('billing', Address)
const mergedConfiguration = mergedField<FreeForm>('configuration', FreeForm)
const mergedMetadata = mergedField<FreeForm>('metadata', FreeForm)

const listCards: ReadService<'listCards'> = async (context, { query }) => {
  const { customerId, agentId, search } = query
  const status = query.status && statusOf[query.status]
  return paginate(context, {
    name: 'listCards',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, status, search }),
    view: (card) => cardView(context, card),
  })
}

const getCard: ReadService<'getCard'> = async (context, { params }) =>
  cardView(context, found(await context.database.byKey.card(context.principal, params.cardId), 'card_not_found'))

const updateCard: WriteService<'updateCard'> = async (context, { params, query, body: { proof, ...body } }) => {
  checkAllowedOrigins(context, body)
  const family = found(await lockCardFamily(context, context.principal, params.cardId), 'card_not_found')
  const { card: before } = family
  if (query.dryRun !== true && !isFinal(cardLife, before.status)) {
    const { status, ...settings } = body
    const moved = status === undefined ? {} : { status: statusOf[status] }
    const after = { ...patchedCard(before, settings, context.clock.now()), ...moved }
    const asked = { operation: 'updateCard', before, after, proof } as const
    const refusal = await unconfirmedByPerson(context, cardLoosening(asked))
    if (refusal !== null) return refusal
  }
  return changedCardView(context, { ...family, card: await changeCard(context, family, body) })
}

type Patch = Omit<InputOf<'updateCard'>['body'], 'proof'>

/** What a PATCH makes of a card, under its customer's lock. */
export async function changeCard(
  context: WriteContext,
  family: LockedFamily,
  { status, ...settings }: Patch,
): Promise<Card> {
  const card = Object.keys(settings).length === 0 ? family.card : await reset(context, family, settings)
  if (status === undefined) return card
  return moveCard(family, card, { to: statusOf[status], now: context.clock.now() })
}

type Settings = Omit<Patch, 'status'>

async function reset({ clock }: WriteContext, family: LockedFamily, settings: Settings): Promise<Card> {
  if (isFinal(cardLife, family.card.status)) throw new ApiError('card_closed')
  const card = patchedCard(family.card, settings, clock.now())
  const saved = { ...card, expires_at: expiryOf({ ...family, card }) }
  const change = await saveCard(family.locked, family.card, saved)
  await tellCardChanged(family.locked, saved, { change, clock })
  return saved
}

/** As the PATCH leaves it, but for its status. */
export const patchedCard = (card: Card, body: Settings, now: number): Card => ({
  ...card,
  usage: body.usage ?? card.usage,
  limits: patchedLimits(card.limits, body.limits),
  policy: patchedPolicy(card.policy, body.policy),
  ...shadowAfter(card, body.shadowPolicy, now),
  billing: mergedBilling(card.billing, body.billing),
  label: body.label === undefined ? card.label : body.label,
  configuration: checkFreeForm('configuration', mergedConfiguration(card.configuration, body.configuration)),
  metadata: checkFreeForm('metadata', mergedMetadata(card.metadata, body.metadata)),
})

export const cardHandlers = {
  createCard: write(createCard),
  listCards: read(listCards),
  getCard: read(getCard),
  updateCard: write(updateCard),
  freezeCard: write(freezeCard),
  unfreezeCard: write(unfreezeCard),
  closeCard: write(closeCard),
  unlockCardCredentials: write(unlockCardCredentials),
  retryCardIssuer: write(retryCardIssuer),
}
