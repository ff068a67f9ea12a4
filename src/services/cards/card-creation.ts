import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import type { AgentWithAllFields } from '../../domain/changes/agent.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { cardCreatedEvent } from '../../domain/events/events.ts'
import { agentLifecycle } from '../../domain/lifecycles/agent.ts'
import { cardLifecycle } from '../../domain/lifecycles/card.ts'
import { isFinalLifecycleStatus } from '../../domain/lifecycles/moves.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { timeOfId } from '../../lib/ids.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { insertCard } from '../../store/cards/cards.ts'
import { lockCustomer } from '../../store/locks/customer-lock.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import { mintNumber } from '../numbers/mint-number.ts'
import { cardWithExpiry } from './card-expiries.ts'
import { requestedCardStatuses } from './card-transitions.ts'
import { changedCardView } from './card-view.ts'
import { checkAllowedOrigins } from '../levels/card-origins.ts'
import type { WriteOperationContext, WriteOperationService } from '../request/context.ts'
import { queueCardCreation, checkIssuerCurrency, chosenCardIssuer } from '../issuers/begin-card.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { newResourceSettings } from '../input/settings-input.ts'

/** Issues a card (contract, section 7). A suspended customer can get a card, too: the card can spend once the customer is active again. */
export const createCard: WriteOperationService<'createCard'> = async (context, { body }) => {
  checkAllowedOrigins(context, body)
  const { clock, ids, principal } = context
  const status = requestedCardStatuses[body.status ?? cardSheet.status.set.default]
  if (isFinalLifecycleStatus(cardLifecycle, status))
    throw invalidRequestError(
      'status',
      'A card is created `active` or `frozen`.',
      'parameter_invalid',
      'Leave `status` out for an active card.',
    )
  const issuer = await chosenCardIssuer(context, body)
  const locked = objectOr404(await lockCustomer(context, principal.accountId, body.customerId), 'customer_not_found')
  const { customer } = locked
  checkIssuerCurrency(issuer, customer.currency, context.settings)
  const agent = await assignedAgent(context, customer, body.agentId)
  const id = ids('card', bucketOfId(customer.id))
  const createdAt = timeOfId(id)
  const { currency } = customer
  const identity = { id, accountId: customer.accountId, customerId: customer.id }
  const number = issuer === null ? await mintNumber(context, identity, clock.now()) : notMadeYet
  const card = cardWithExpiry(
    { customer, agent },
    {
      ...identity,
      ...settings(body, { currency, now: createdAt }),
      currency,
      agentId: agent?.id ?? null,
      status,
      issuer,
      last4: number.last4,
      expMonth: number.expMonth,
      expYear: number.expYear,
      ...unspent,
      createdAt,
    },
  )
  await insertCard(locked, card)
  if (issuer !== null) await queueCardCreation(locked, customer, { ...card, issuer })
  await recordEvents(locked, [cardCreatedEvent(card, createdAt)])
  return changedCardView(context, { customer, agent, card })
}

const settings = newResourceSettings(cardSheet)

const notMadeYet = { last4: null, expMonth: null, expYear: null }

const unspent = {
  merchantLock: null,
  expiresAt: null,
  firstSpendAt: null,
  failedCredentials: [],
  consumedAt: null,
  lastAttestedAt: null,
}

/** The agent that the new card is for. Its customer is locked, so the agent cannot be deleted before the card is inserted. */
async function assignedAgent(
  { tx, principal }: WriteOperationContext,
  customer: CustomerWithAllFields,
  agentId: string | undefined,
): Promise<AgentWithAllFields | null> {
  if (agentId === undefined) return null
  const agent = objectOr404(await findAgent(tx, principal, agentId), 'agent_not_found')
  if (agent.customerId !== customer.id) {
    throw invalidRequestError(
      'agentId',
      'The agent belongs to another customer.',
      'id_mismatch',
      'Send the `customerId` that the agent has, or an agent of this customer.',
    )
  }
  if (isFinalLifecycleStatus(agentLifecycle, agent.status)) throw new ApiError('agent_disabled', { param: 'agentId' })
  return agent
}
