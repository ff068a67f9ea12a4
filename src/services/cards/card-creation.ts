import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { cardSheet } from '../../contract/sheets/card.ts'
import type { WholeAgent } from '../../domain/changes/agent.ts'
import type { WholeCustomer } from '../../domain/changes/customer.ts'
import { cardExpiryOfLevels } from '../../domain/changes/expiries.ts'
import { cardCreated } from '../../domain/events/events.ts'
import { agentLifecycle } from '../../domain/lifecycles/agent.ts'
import { cardLifecycle } from '../../domain/lifecycles/card.ts'
import { isFinalStatus } from '../../domain/lifecycles/moves.ts'
import { InvariantError } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { timeOfId } from '../../lib/ids.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { insertCardNumber } from '../../store/numbers/card-secrets.ts'
import { insertCard, type StoredCard } from '../../store/cards/cards.ts'
import { lockCustomer } from '../../store/locks/customer-lock.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import { settingsWriter } from '../../store/rows/setting-columns.ts'
import { cardsTable as cardTable } from '../../store/rows/cards.ts'
import { eventCard } from '../../store/rows/states.ts'
import type { MintedCard } from '../../vault/vault.ts'
import { requestedCardStatuses } from './card-transitions.ts'
import { changedCardView } from './card-view.ts'
import { checkAllowedOrigins } from '../levels/card-origins.ts'
import type { WriteContext, WriteService } from '../request/context.ts'
import { queueCardCreation, checkIssuerCurrency, chosenCardIssuer } from '../issuers/begin-card.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { newResourceSettings } from '../input/settings-input.ts'

type Body = OperationInputOf<'createCard'>['body']

/** Issues a card (contract, section 7). A suspended customer can get a card, too: the card can spend once the customer is active again. */
export const createCard: WriteService<'createCard'> = async (context, { body }) => {
  checkAllowedOrigins(context, body)
  const { clock, ids, principal } = context
  const status = requestedCardStatuses[body.status ?? cardSheet.status.set.default]
  if (isFinalStatus(cardLifecycle, status))
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
  const id = ids('card', bucketOf(customer.id))
  const drawn = settingsOf(body, customer, timeOfId(id))
  const identity = { id, account_id: customer.accountId, customer_id: customer.id }
  const number = issuer === null ? await mintNumber(context, identity, clock.now()) : notMadeYet
  const card: StoredCard = {
    ...identity,
    ...drawn,
    agent_id: agent?.id ?? null,
    status,
    issuer,
    last4: number.last4,
    exp_month: number.expMonth,
    exp_year: number.expYear,
    ...unspent,
    created_at: timeOfId(id),
  }
  const issued = { ...card, expires_at: cardExpiryOfLevels({ customer, agent, card }, card.created_at) }
  await insertCard(locked, issued)
  if (issuer !== null) await queueCardCreation(locked, customer, { ...issued, issuer })
  await recordEvents(locked, [cardCreated(eventCard(issued), issued.created_at)])
  return changedCardView(context, { customer, agent, card: cardTable.state(issued) })
}

const settings = newResourceSettings(cardSheet)
const columns = settingsWriter(cardSheet)

function settingsOf(body: Body, { currency }: WholeCustomer, now: number) {
  const { shadowPolicy, shadowSince, ...others } = settings(body, { currency, now })
  return { ...columns(others), currency, shadow_policy: shadowPolicy ?? null, shadow_since: shadowSince }
}

const notMadeYet = { last4: null, expMonth: null, expYear: null }

const unspent = {
  merchant_lock: null,
  expires_at: null,
  first_spend_at: null,
  failed_credentials: null,
  consumed_at: null,
  last_attested_at: null,
  closed_at: null,
}

/** The agent that the new card is for. Its customer is locked, so the agent cannot be deleted before the card is inserted. */
async function assignedAgent(
  { tx, principal }: WriteContext,
  customer: WholeCustomer,
  agentId: string | undefined,
): Promise<WholeAgent | null> {
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
  if (isFinalStatus(agentLifecycle, agent.status)) throw new ApiError('agent_disabled', { param: 'agentId' })
  return agent
}

const MINT_ATTEMPTS = 20

/**
 * Draws random card numbers until one is free, and stores that number. Throws after twenty attempts, because the BIN is then nearly full.
 * If another node has retired the master key of this node's vault, the vault reads its keys again.
 */
async function mintNumber(
  { tx, vault }: WriteContext,
  card: { id: string; account_id: string; customer_id: string },
  now: number,
): Promise<MintedCard> {
  for (let attempt = 0; attempt < MINT_ATTEMPTS; attempt += 1) {
    const minted = vault.mint({ accountId: card.account_id, cardId: card.id, now })
    const notStored = await insertCardNumber(tx, secretRow(card, minted), minted.olderHashes)
    if (notStored === null) return minted
    if (notStored === 'key_retired') await vault.refresh()
  }
  throw new InvariantError('the BIN has free numbers')
}

const secretRow = (card: { id: string; account_id: string; customer_id: string }, minted: MintedCard) => ({
  card_id: card.id,
  account_id: card.account_id,
  customer_id: card.customer_id,
  master_key_id: minted.masterKeyId,
  hash_key_id: minted.hashKeyId,
  wrapped_key: minted.wrappedKey,
  sealed_pan: minted.sealedPan,
  sealed_cvv: minted.sealedCvv,
  number_hash: minted.numberHash,
  destroyed_at: null,
})
