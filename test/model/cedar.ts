import { isDeepStrictEqual } from 'node:util'
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { reasonCodes, type RuleReasonCode } from '../../src/contract/reasons.ts'
import { decidePurchase } from '../../src/domain/ladder/decide.ts'
import { subjectOf, type Case } from './case.ts'
import { factsOf, type Facts } from './facts.ts'
import { levels, windows } from './history.ts'
import type { Answers } from './run.ts'

/**
 * The rules that Cedar can express, as Cedar policies: statuses, times, sums and sets. It has no merchant names that are
 * alike, no time zones and no choice of the best intent. A policy that applies forbids, and its id is the reason.
 */
const isLocked = 'context has lastFailureAt && context.failures >= 5 && context.now < context.lastFailureAt + 86400000'

const conditions: Partial<Record<RuleReasonCode, string>> = {
  account_stopped: 'context.isAccountStopped',
  customer_not_active: 'context.customerStatus != "active"',
  agent_not_active: 'context has agentStatus && context.agentStatus != "active"',
  card_frozen: 'context has cardStatus && context.cardStatus == "frozen"',
  card_closed: 'context has cardStatus && context.cardStatus == "closed" && !context.isOfConsumer',
  card_expired: `context has createdAt && (
    (context has ttlMinutes && context.now >= context.createdAt + context.ttlMinutes * 60000) ||
    (context has ttlDays && context.now >= context.createdAt + context.ttlDays * 86400000))`,
  card_consumed: 'context.isSingleUse && context.isConsumed && !context.isOfConsumer',
  currency_not_supported: 'context.currency != "USD"',
  per_auth_exceeded: isOver('', 'perAuth'),
  per_day_exceeded: isOver('', 'perDay'),
  per_week_exceeded: isOver('', 'perWeek'),
  per_month_exceeded: isOver('', 'perMonth'),
  total_exceeded: isOver('', 'total'),
  limit_exceeded: levels.flatMap((level) => windows.map((window) => `(${isOver(`${level}_`, window)})`)).join(' || '),
  max_transactions_exceeded:
    'context has maxTransactionsPerDay && context.isPurchase && context.transactions >= context.maxTransactionsPerDay',
  mcc_missing: 'context has allowedMccs && !(context has mcc)',
  mcc_not_allowed: 'context has allowedMccs && context has mcc && !context.allowedMccs.contains(context.mcc)',
  mcc_blocked: 'context has blockedMccs && context has mcc && context.blockedMccs.contains(context.mcc)',
  country_missing: 'context has allowedCountries && !(context has country)',
  country_not_allowed:
    'context has allowedCountries && context has country && !context.allowedCountries.contains(context.country)',
  country_blocked:
    'context has blockedCountries && context has country && context.blockedCountries.contains(context.country)',
  cooldown_active: `context has cooldownMinutes && context has lastApprovedAt && !context.isIncrement &&
    context.now < context.lastApprovedAt + context.cooldownMinutes * 60000`,
  credentials_invalid: `(context has areWrong && context.areWrong && !(${isLocked})) || (context has requireCvv &&
    context.requireCvv && context.isPurchase && context has isCvvMissing && context.isCvvMissing)`,
  credentials_locked: `context has areSent && context.areSent && ${isLocked}`,
}

function isOver(prefix: string, window: string): string {
  const limit = `${prefix}limit_${window}`
  return `context has ${limit} && context.amount > 0 && context.${prefix}spent_${window} + context.amount > context.${limit}`
}

export const cedarCodes = reasonCodes.filter((code) => code in conditions)

const parsed = preparsePolicySet('purser', {
  staticPolicies: {
    allow: 'permit(principal, action, resource);',
    ...Object.fromEntries(
      Object.entries(conditions).map(([code, when]) => [code, `forbid(principal, action, resource) when { ${when} };`]),
    ),
  },
})
if (parsed.type === 'failure') throw new Error(`Cedar does not take the policies: ${JSON.stringify(parsed.errors)}`)

/** The reasons that Cedar finds in a case, in the fixed order. */
const cedarReasons = (c: Case): RuleReasonCode[] => cedarReasonsOf(factsOf(c))

export function cedarReasonsOf(facts: Facts): RuleReasonCode[] {
  const answer = statefulIsAuthorized({
    principal: { type: 'Agent', id: 'agent' },
    action: { type: 'Action', id: 'spend' },
    resource: { type: 'Card', id: 'card' },
    context: facts,
    preparsedPolicySetId: 'purser',
    entities: [],
  })
  if (answer.type === 'failure') throw new Error(`Cedar gives no answer: ${JSON.stringify(answer.errors)}`)
  const { reason, errors } = answer.response.diagnostics
  if (errors.length > 0) throw new Error(`Cedar could not evaluate a policy: ${JSON.stringify(errors)}`)
  return cedarCodes.filter((code) => reason.includes(code))
}

/** Asks the implementation and Cedar, and compares the reasons that Cedar can find. */
export function compareWithCedar(question: Case): Answers {
  const { decision, reasons } = decidePurchase(subjectOf(question), question.request)
  const found = new Set(reasons.map(({ code }) => code))
  const codes = cedarCodes.filter((code) => found.has(code))
  const expected = cedarReasons(question)
  const decided = { decision, reasons: codes.map((code) => ({ code })) }
  return { decided, expected, agree: isDeepStrictEqual(codes, expected) }
}
