import { ApiError } from '../../contract/errors.ts'
import type { PolicyLevel } from '../../contract/policy.ts'
import { MAX_SHADOW_REPORT_PURCHASES, type ShadowReport } from '../../contract/resources/shadows.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { findAgent, lockAgent } from '../../store/customers/agents.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { cardSaveStatements } from '../../store/cards/card-saving.ts'
import { lockCustomer } from '../../store/locks/customer-lock.ts'
import { findCustomer } from '../../store/customers/customers.ts'
import { countShadowDecisions, type ShadowDifferenceRow, listShadowDifferences } from '../../store/customers/shadows.ts'
import { changeAgentRulesOrStatus, type AgentWithAllFields } from '../../domain/changes/agent.ts'
import { cardSettingsChange, type CardWithAllFields } from '../../domain/changes/card.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { assertPresent } from '../../lib/assert.ts'
import { agentChangeUnlessDisabled, changedAgentView, saveAgent } from '../agents/agents.ts'
import { cardWithExpiry } from '../cards/card-expiries.ts'
import { cardChangeUnlessClosed, lockCard } from '../cards/card-transitions.ts'
import { changedCardView } from '../cards/card-view.ts'
import { changedCustomerView, saveCustomer } from './customers.ts'
import {
  looseningOfAgentChange,
  looseningOfCardChange,
  looseningOfCustomerChange,
  looseningUnconfirmedByPerson,
} from '../levels/loosening.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationContext, ReadOperationService, WriteOperationService } from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'

const EXAMPLES = 50

const getCustomerShadow: ReadOperationService<'getCustomerShadow'> = async (context, { params }) => {
  const { accountId } = context.principal
  return report(
    context,
    'customer',
    objectOr404(await findCustomer(context.db, accountId, params.customerId), 'customer_not_found'),
  )
}

const getAgentShadow: ReadOperationService<'getAgentShadow'> = async (context, { params }) =>
  report(
    context,
    'agent',
    objectOr404(await findAgent(context.db, context.principal, params.agentId), 'agent_not_found'),
  )

const getCardShadow: ReadOperationService<'getCardShadow'> = async (context, { params }) =>
  report(context, 'card', objectOr404(await context.byKey.card(context.principal, params.cardId), 'card_not_found'))

/** The report on the shadow policies beneath a level: their decisions since the level's own shadow policy was last changed. */
async function report(
  { db, principal }: ReadOperationContext,
  level: PolicyLevel,
  { id, shadowPolicy, shadowSince }: CustomerWithAllFields | AgentWithAllFields | CardWithAllFields,
): Promise<ShadowReport> {
  if (shadowPolicy === undefined || shadowSince === null) {
    return { decisions: 0, same: 0, wouldDecline: 0, wouldApprove: 0, examples: [] }
  }
  const shadowed = { accountId: principal.accountId, level, id, since: shadowSince, most: MAX_SHADOW_REPORT_PURCHASES }
  const { decisions, would_decline, would_approve } = await countShadowDecisions(db, shadowed)
  const differing = would_decline + would_approve
  const rows = differing === 0 ? [] : await listShadowDifferences(db, shadowed, EXAMPLES)
  return {
    shadowPolicy,
    since: isoTimestamp(shadowSince),
    decisions,
    same: decisions - differing,
    wouldDecline: would_decline,
    wouldApprove: would_approve,
    examples: rows.map(example),
  }
}

const example = ({
  id,
  card_id,
  created_at,
  amount,
  decision,
  shadow,
}: ShadowDifferenceRow): ShadowReport['examples'][number] => ({
  transactionId: id,
  cardId: card_id,
  at: isoTimestamp(created_at),
  amount,
  was: decision,
  would: shadow.decision,
  reasons: [...shadow.reasons],
})

const promoteCustomerShadow: WriteOperationService<'promoteCustomerShadow'> = async (context, { params, body }) => {
  const { accountId } = context.principal
  const locked = objectOr404(await lockCustomer(context, accountId, params.customerId), 'customer_not_found')
  const change = { before: locked.customer, after: promoted(locked.customer) }
  const proposed = { operation: 'promoteCustomerShadow', ...change, proof: body.proof } as const
  const refusal = await looseningUnconfirmedByPerson(context, looseningOfCustomerChange(proposed))
  if (refusal !== null) return refusal
  await saveCustomer(locked, change, context.clock.now())
  return changedCustomerView(change.after)
}

const promoteAgentShadow: WriteOperationService<'promoteAgentShadow'> = async (context, { params, body }) => {
  const { locked, agent } = objectOr404(await lockAgent(context, context.principal, params.agentId), 'agent_not_found')
  const change = agentChangeUnlessDisabled(changeAgentRulesOrStatus(agent, promoted))
  const proposed = { operation: 'promoteAgentShadow', ...change, proof: body.proof } as const
  const refusal = await looseningUnconfirmedByPerson(context, looseningOfAgentChange(proposed))
  if (refusal !== null) return refusal
  await saveAgent(locked, change, context.clock.now())
  return changedAgentView(locked.customer, change.after)
}

const promoteCardShadow: WriteOperationService<'promoteCardShadow'> = async (context, { params, body }) => {
  const family = await lockCard(context, params.cardId)
  const change = assertPresent(
    cardChangeUnlessClosed(cardSettingsChange(family.card, (card) => cardWithExpiry(family, promoted(card)))),
    'a card is set or refused',
  )
  const { before, after } = change
  const proposed = { operation: 'promoteCardShadow', before, after, proof: body.proof } as const
  const refusal = await looseningUnconfirmedByPerson(context, looseningOfCardChange(proposed))
  if (refusal !== null) return refusal
  await saveAuditedChanges(family.locked, [cardSaveStatements([change], context.clock.now())])
  return changedCardView(context, { ...family, card: after })
}

/** Makes the shadow policy of a level its policy. Throws `no_shadow_policy` where the level has no shadow policy. */
function promoted<Level extends CustomerWithAllFields | AgentWithAllFields | CardWithAllFields>(level: Level): Level {
  if (level.shadowPolicy === undefined) throw new ApiError('no_shadow_policy')
  return { ...level, policy: level.shadowPolicy, shadowPolicy: undefined, shadowSince: null }
}

export const shadowHandlers = {
  getCustomerShadow: readOperationHandler(getCustomerShadow),
  getAgentShadow: readOperationHandler(getAgentShadow),
  getCardShadow: readOperationHandler(getCardShadow),
  promoteCustomerShadow: writeOperationHandler(promoteCustomerShadow),
  promoteAgentShadow: writeOperationHandler(promoteAgentShadow),
  promoteCardShadow: writeOperationHandler(promoteCardShadow),
}
