import { ApiError } from '../../contract/errors.ts'
import type { PolicyLevel } from '../../contract/policy.ts'
import { MOST_SHADOWED, type Shadow } from '../../contract/resources/shadows.ts'
import { timestamp } from '../../lib/clock.ts'
import { findAgent, lockAgent, saveAgent, type Agent } from '../../store/customers/agents.ts'
import type { Card } from '../../store/cards/cards.ts'
import { saveCards } from '../../store/cards/save-cards.ts'
import { lockCustomer } from '../../store/customers/customer-lock.ts'
import { findCustomer, saveCustomer, type Customer } from '../../store/customers/customers.ts'
import { countShadow, type DifferingRow, differingShadows } from '../../store/customers/shadows.ts'
import { agentLife } from '../../domain/lifecycles/agent.ts'
import { setCard, type WholeCard } from '../../domain/changes/card.ts'
import { present } from '../../lib/assert.ts'
import { isFinal } from '../../domain/lifecycles/moves.ts'
import { changedAgentView } from './agents.ts'
import { refreshExpiries, withExpiry } from '../cards/card-expiries.ts'
import { allowed, lockCard } from '../cards/card-transitions.ts'
import { changedCardView } from '../cards/card-view.ts'
import { changedCustomerView } from './customers.ts'
import { agentLoosening, cardLoosening, customerLoosening, unconfirmedByPerson } from './loosening.ts'
import { found } from '../input/ownership.ts'
import { noShadow } from '../input/policy-input.ts'
import type { ReadContext, ReadService, WriteService } from '../request/context.ts'
import { read, write } from '../request/handler.ts'
import { tellAgentChanged, tellCustomerChanged } from './tell-changes.ts'

const EXAMPLES = 50

const getCustomerShadow: ReadService<'getCustomerShadow'> = async (context, { params }) => {
  const { accountId } = context.principal
  return report(
    context,
    'customer',
    found(await findCustomer(context.db, accountId, params.customerId), 'customer_not_found'),
  )
}

const getAgentShadow: ReadService<'getAgentShadow'> = async (context, { params }) =>
  report(context, 'agent', found(await findAgent(context.db, context.principal, params.agentId), 'agent_not_found'))

const getCardShadow: ReadService<'getCardShadow'> = async (context, { params }) =>
  report(context, 'card', found(await context.database.byKey.card(context.principal, params.cardId), 'card_not_found'))

/** What the shadow policies have decided beneath a level since its own became what it is. */
async function report(
  { database, principal }: ReadContext,
  level: PolicyLevel,
  { id, shadow_policy, shadow_since }: Customer | Agent | Card,
): Promise<Shadow> {
  if (shadow_policy === null || shadow_since === null) {
    return { decisions: 0, same: 0, wouldDecline: 0, wouldApprove: 0, examples: [] }
  }
  const shadowed = { accountId: principal.accountId, level, id, since: shadow_since, most: MOST_SHADOWED }
  const { decisions, would_decline, would_approve } = await countShadow(database.pool, shadowed)
  const differing = would_decline + would_approve
  const rows = differing === 0 ? [] : await differingShadows(database.pool, shadowed, EXAMPLES)
  return {
    shadowPolicy: shadow_policy,
    since: timestamp(shadow_since),
    decisions,
    same: decisions - differing,
    wouldDecline: would_decline,
    wouldApprove: would_approve,
    examples: rows.map(example),
  }
}

const example = ({ id, card_id, created_at, amount, decision, shadow }: DifferingRow): Shadow['examples'][number] => ({
  transactionId: id,
  cardId: card_id,
  at: timestamp(created_at),
  amount,
  was: decision,
  would: shadow.decision,
  reasons: [...shadow.reasons],
})

const promoteCustomerShadow: WriteService<'promoteCustomerShadow'> = async (context, { params, body }) => {
  const { accountId } = context.principal
  const locked = found(await lockCustomer(context, accountId, params.customerId), 'customer_not_found')
  const before = locked.customer
  const customer = promoted(before)
  const asked = { operation: 'promoteCustomerShadow', before, after: customer, proof: body.proof } as const
  const refusal = await unconfirmedByPerson(context, customerLoosening(asked))
  if (refusal !== null) return refusal
  const change = await saveCustomer(locked, customer)
  await tellCustomerChanged(locked, customer, { change, clock: context.clock })
  await refreshExpiries(locked, { customer, agentId: null, before: before.policy, after: customer.policy })
  return changedCustomerView(customer)
}

const promoteAgentShadow: WriteService<'promoteAgentShadow'> = async (context, { params, body }) => {
  const { locked, agent: stored } = found(
    await lockAgent(context, context.principal, params.agentId),
    'agent_not_found',
  )
  if (isFinal(agentLife, stored.status)) throw new ApiError('agent_disabled')
  const agent = promoted(stored)
  const asked = { operation: 'promoteAgentShadow', before: stored, after: agent, proof: body.proof } as const
  const refusal = await unconfirmedByPerson(context, agentLoosening(asked))
  if (refusal !== null) return refusal
  const change = await saveAgent(locked, stored, agent)
  await tellAgentChanged(locked, agent, { change, clock: context.clock })
  const { customer } = locked
  await refreshExpiries(locked, { customer, agentId: agent.id, before: stored.policy, after: agent.policy })
  return changedAgentView(customer, agent)
}

const promoteCardShadow: WriteService<'promoteCardShadow'> = async (context, { params, body }) => {
  const family = await lockCard(context, params.cardId)
  const change = present(
    allowed(setCard(family.card, (card) => withExpiry(family, promotedCard(card)))),
    'a card is set or refused',
  )
  const { before, after } = change
  const asked = { operation: 'promoteCardShadow', before, after, proof: body.proof } as const
  const refusal = await unconfirmedByPerson(context, cardLoosening(asked))
  if (refusal !== null) return refusal
  await saveCards(family.locked, [change], context.clock.now())
  return changedCardView(context, { ...family, card: after })
}

/** The shadow policy in place of the policy. */
function promoted<Row extends Customer | Agent>(row: Row): Row {
  if (row.shadow_policy === null) throw new ApiError('no_shadow_policy')
  return { ...row, policy: row.shadow_policy, ...noShadow }
}

function promotedCard(card: WholeCard): WholeCard {
  if (card.shadowPolicy === undefined) throw new ApiError('no_shadow_policy')
  return { ...card, policy: card.shadowPolicy, shadowPolicy: undefined, shadowSince: null }
}

export const shadowHandlers = {
  getCustomerShadow: read(getCustomerShadow),
  getAgentShadow: read(getAgentShadow),
  getCardShadow: read(getCardShadow),
  promoteCustomerShadow: write(promoteCustomerShadow),
  promoteAgentShadow: write(promoteAgentShadow),
  promoteCardShadow: write(promoteCardShadow),
}
