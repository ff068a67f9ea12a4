import { assertPresent } from '../../lib/assert.ts'
import { cardStatusChange, type NewCard } from '../changes/card.ts'
import { cardAuditChange } from '../changes/audited.ts'
import { cardExpiryOfLevels } from '../changes/expiries.ts'
import { effectivePolicy } from '../decision/cascade.ts'
import { cardCreatedEvent } from '../events/events.ts'
import type { IntentState } from '../intents/intent.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import { oneTimePolicy } from '../one-time-card.ts'
import { addAuditedChange, type EngineBatch } from './batch.ts'
import { subjectOfCard } from './working-set.ts'
import { changeCard } from './change-card.ts'

/**
 * Makes a one-time card for an intent that waits for its purchase from now on, if the policy demands one. Returns the intent with its card.
 * The first charge of a subscription gets none, because the shop keeps the number for later charges, nor does an intent of a single-use
 * card, whose own number is for one purchase already.
 */
export function withOneTimeCard(batch: EngineBatch, parent: LoadedCard, intent: IntentState): IntentState {
  const { policy } = effectivePolicy(subjectOfCard(batch.set, parent))
  const isDemanded =
    policy.cardPerIntent &&
    intent.status === 'pending' &&
    intent.declared.subscriptionId === undefined &&
    parent.usage === 'multi'
  if (!isDemanded) return intent.oneTimeCardId === undefined ? intent : { ...intent, oneTimeCardId: undefined }
  const card = newOneTimeCard(batch, parent, intent)
  const { set, changes, now } = batch
  set.cards.set(card.id, card)
  changes.newCards.push(card)
  addAuditedChange(batch, cardAuditChange(null, card))
  changes.events.push(cardCreatedEvent(card, now))
  return { ...intent, oneTimeCardId: card.id }
}

function newOneTimeCard({ set, now, newId }: EngineBatch, parent: LoadedCard, intent: IntentState): NewCard {
  const { accountId, customerId, agentId } = parent
  const { customer, agent } = subjectOfCard(set, parent)
  const end = Math.min(intent.expiresAt, parent.expiresAt ?? Number.POSITIVE_INFINITY)
  const policy = oneTimePolicy(end - now)
  return {
    id: newId('card', { at: now, customerId }),
    accountId,
    customerId,
    agentId,
    parentCardId: parent.id,
    intentId: intent.id,
    type: 'virtual',
    currency: customer.currency,
    issuer: parent.issuerName ?? null,
    usage: 'single',
    status: 'active',
    last4: null,
    expMonth: null,
    expYear: null,
    policy,
    limits: intent.ceiling === null ? {} : { perAuth: intent.ceiling },
    label: null,
    costCenter: null,
    configuration: null,
    metadata: null,
    billing: null,
    shipping: null,
    merchantLock: null,
    consumedAt: null,
    firstSpendAt: null,
    failedCredentials: [],
    lastAttestedAt: null,
    shadowSince: null,
    expiresAt: cardExpiryOfLevels({ customer, agent, card: { policy } }, now),
    createdAt: now,
  }
}

/** Closes the one-time card of an intent that no longer waits for its purchase. */
export function closeOneTimeCard(batch: EngineBatch, { oneTimeCardId }: IntentState): void {
  if (oneTimeCardId === undefined) return
  const card = assertPresent(batch.set.cards.get(oneTimeCardId), 'an intent that commands change has its card loaded')
  const change = cardStatusChange(card, { to: 'closed', reason: 'intent_ended' })
  if (change !== null) changeCard(batch, change)
}
