import type { CheckedTraceEntry } from '../decision/trace.ts'
import { agentLifecycle } from '../lifecycles/agent.ts'
import { lifecycleAllowsStatusChange } from '../lifecycles/moves.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

/** Declines everything while the account is stopped. While it is not, the rule adds no entry to the trace. */
export const accountStopRule: PurchaseRule = ({ subject: { customer } }) => {
  if (customer.isAccountStopped !== true) return undefined
  const entry = { rule: 'stop', code: 'account_stopped', level: 'default', observed: 'stopped' } as const
  return failedRuleCheck(entry, {
    message: 'All spending of the account is stopped.',
    remedy: 'An admin resumes the account: `POST /account/resume`.',
    retryable: true,
  })
}

/** Declines the purchases of a suspended customer (contract, section 4). */
export const customerStatusRule: PurchaseRule = ({ subject: { customer } }) => {
  const observed = customer.status
  const entry: CheckedTraceEntry = {
    rule: 'status',
    code: 'customer_not_active',
    passed: observed === 'active',
    level: 'customer',
    observed,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: `The customer is ${observed}.`,
    remedy: 'Set the status of the customer to `active`.',
    retryable: true,
  })
}

/** Declines the purchases of a paused or disabled agent (contract, section 8). */
export const agentStatusRule: PurchaseRule = ({ subject: { agent } }) => {
  if (agent === null) return undefined
  const observed = agent.status
  const entry: CheckedTraceEntry = {
    rule: 'status',
    code: 'agent_not_active',
    passed: observed === 'active',
    level: 'agent',
    observed,
  }
  if (entry.passed) return entry
  const message = `The agent is ${observed}.`
  return lifecycleAllowsStatusChange(agentLifecycle, observed, 'active')
    ? failedRuleCheck(entry, { message, remedy: 'Set the status of the agent to `active`.', retryable: true })
    : failedRuleCheck(entry, {
        message,
        remedy: 'A disabled agent stays disabled: use another agent.',
        retryable: false,
      })
}

export const cardFrozenRule: PurchaseRule = ({ subject: { card } }) => {
  if (card === null) return undefined
  const observed = card.status
  const entry: CheckedTraceEntry = {
    rule: 'status',
    code: 'card_frozen',
    passed: observed !== 'frozen',
    level: 'card',
    observed,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, { message: 'The card is frozen.', remedy: 'Unfreeze the card.', retryable: true })
}

/**
 * Declines the purchases of a closed card. A single-use card is closed by its purchase, so increments of that purchase pass (contract,
 * section 5).
 */
export const cardClosedRule: PurchaseRule = ({ subject: { card }, request }) => {
  if (card === null) return undefined
  const observed = card.status
  const entry: CheckedTraceEntry = {
    rule: 'status',
    code: 'card_closed',
    passed: observed !== 'closed' || request.consumedCard === true,
    level: 'card',
    observed,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: 'The card is closed.',
    remedy: 'A closed card stays closed: use another card.',
    retryable: false,
  })
}
