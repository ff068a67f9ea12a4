import type { Evaluation, Reason } from '../../contract/decisions.ts'
import type { ApprovalReason } from '../../contract/resources/intents/approval-reasons.ts'
import type { DeclineCode } from '../../contract/reasons.ts'
import { CHECKOUT_CREDENTIALS } from '../../domain/credentials.ts'
import { isStatusDeclineCode } from '../../domain/budgets/budget.ts'
import { spendOfMostSpecificLevel } from '../../domain/decision/caps.ts'
import { decidePurchase } from '../../domain/ladder/decide.ts'
import type { Decision } from '../../domain/ladder/decision.ts'
import type { PendingIntent, SpendRequest, SpendingSubject } from '../../domain/entities.ts'
import { addIntentKeepingNameIndex } from '../../domain/intents/intended-merchant.ts'
import { centsSpentInLimitWindow } from '../../domain/spend/spend-windows.ts'
import { type ApprovalPast, automaticSum, isBeneathLevel, noApprovalPast } from '../../domain/intents/approval-past.ts'
import { approvalReasons } from '../../domain/intents/approval-reasons.ts'
import { isFirstPurchase } from '../../domain/memories/bought-merchants-memory.ts'
import { originObstacle } from '../../domain/intents/origin-obstacle.ts'
import { earlierPurchase, type DescribedPurchase } from './earlier-purchase.ts'
import type { EvaluateBody } from '../../contract/decisions.ts'
import { checkedOrigin } from '../levels/card-origins.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { merchantOfInput } from '../input/merchant-input.ts'
import { spendingSubjectOfNamedLevels } from '../levels/subjects.ts'

/** Decides a purchase as `POST /network/authorizations` would, without a lock and without an effect (contract, section 6). */
const evaluateSpend: ReadOperationService<'evaluateSpend'> = async (context, { body, query }) => {
  const assumes = body.assumeIntent === true
  const merchant = merchantOfInput(body.merchant, context.settings)
  const said = saidOf(context, body)
  const { subject, now, approvalPast } = await spendingSubjectOfNamedLevels(context, body, {
    amount: body.amount,
    merchant,
    ...(assumes && { declares: { origin: said.origin } }),
  })
  const currency = body.currency?.toUpperCase() ?? subject.customer.currency
  const request: SpendRequest = {
    amount: body.amount,
    currency,
    merchant,
    now,
    ...(assumes ? { credentials: CHECKOUT_CREDENTIALS } : {}),
  }
  const decision = decidePurchase(assumes ? withIntent(subject, request) : subject, request)
  const reasons = assumes
    ? reasonsForApproval(subject, request, { decision, said, past: approvalPast ?? noApprovalPast })
    : []
  const earlier = assumes ? await earlierPurchase(context, { subject, request, said }) : {}
  const atOrigin = assumes
    ? originObstacle(decision.effective.policy, { origin: said.origin, isApproved: false })
    : null
  return {
    decision: decision.decision,
    reasons: decision.reasons as Reason[],
    flags: assumes ? { ...decision.flags, requiresApproval: reasons.length > 0 } : decision.flags,
    context: contextOf(subject, request, decision),
    ...earlier,
    ...(reasons.length === 0 ? {} : { approvalReasons: reasons }),
    ...(atOrigin === null ? {} : { originObstacle: atOrigin.code }),
    ...(query.trace === true ? { trace: [...decision.trace] } : {}),
  }
}

interface ForeseenDeclaration {
  readonly decision: Decision
  readonly said: DescribedPurchase
  readonly past: ApprovalPast
}

/** Why a person would have to decide about a purchase if its intent were declared now. Empty: it would be approved automatically. */
function reasonsForApproval(
  subject: SpendingSubject,
  { amount, merchant, currency, now }: SpendRequest,
  { decision: { effective }, said, past }: ForeseenDeclaration,
): ApprovalReason[] {
  const buying = { cardId: subject.card?.id ?? '', agentId: subject.agent?.id ?? null }
  const isBeneath = isBeneathLevel(buying, effective.sources.autoApprovePerDay)
  return approvalReasons(
    { ...buying, amount, merchant: merchant.name, origin: said.origin, currency, kind: 'purchase' },
    {
      effective,
      past,
      automatic: automaticSum(past, isBeneath),
      isNewMerchant: isFirstPurchase(subject, { amount, merchant, currency, now }),
      now,
    },
  )
}

function saidOf(
  { settings }: ReadOperationContext,
  { items, origin, merchantOrderId, reference, purpose }: EvaluateBody,
): DescribedPurchase {
  const checked = origin === undefined ? undefined : checkedOrigin('origin', origin, settings)
  return { items, origin: checked, merchantOrderId, reference, purpose }
}

/**
 * The subject of an evaluation with an assumed intent for exactly this purchase. The assumed intent is the newest, so that a real intent
 * that fits is matched first.
 */
function withIntent(subject: SpendingSubject, { amount, currency, now }: SpendRequest): SpendingSubject {
  const assumed: PendingIntent = {
    id: ASSUMED,
    createdAt: now,
    expiresAt: Number.POSITIVE_INFINITY,
    expectedAmount: amount,
    expectedCurrency: currency,
    isApproved: true,
  }
  return { ...subject, intents: addIntentKeepingNameIndex(subject.intents, assumed) }
}
const ASSUMED = 'assumed'

/** The amounts from which the decision of an evaluation was made. Totals are those of the most specific level of the request. */
function contextOf(subject: SpendingSubject, request: SpendRequest, decision: Decision): Evaluation['context'] {
  const { customer, agent, card } = subject
  const spent = spendOfMostSpecificLevel(subject)
  const { effective, reasons } = decision
  // In another currency than the customer's nothing can be spent, and the available amount cannot be converted into it.
  const prevents = (code: DeclineCode) => isStatusDeclineCode(code) || code === 'currency_not_supported'
  const available = reasons.some(({ code }) => prevents(code)) ? 0 : decision.available
  return {
    customerId: customer.id,
    ...(agent === null ? {} : { agentId: agent.id }),
    ...(card === null ? {} : { cardId: card.id }),
    amount: request.amount,
    currency: request.currency,
    ...(available === undefined ? {} : { available }),
    spendStats: {
      totalDay: centsSpentInLimitWindow(spent, 'perDay', request.now),
      totalMonth: centsSpentInLimitWindow(spent, 'perMonth', request.now),
      ...(spent.lastApprovedAt === null ? {} : { lastSpendAt: spent.lastApprovedAt }),
    },
    policy: effective.policy,
  }
}

export const evaluationHandlers = {
  evaluateSpend: readOperationHandler(evaluateSpend),
}
