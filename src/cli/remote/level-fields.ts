import { cents, count, type Fields, list, object, text, truth } from './fields.ts'

/** The flags of what customers, agents and cards have in common: their policy, and their metadata. */
export const policyFields = {
  'per-auth': cents('policy.limits.perAuth', 'Limit of the policy: the most for one purchase.'),
  'per-day': cents('policy.limits.perDay', 'Limit of the policy: the most in 24 hours.'),
  'per-week': cents('policy.limits.perWeek', 'Limit of the policy: the most in 168 hours.'),
  'per-month': cents('policy.limits.perMonth', 'Limit of the policy: the most in a calendar month (UTC).'),
  total: cents('policy.limits.total', 'Limit of the policy: the most ever.'),
  'require-intent': truth('policy.requireIntent', 'Whether a purchase has to be declared before.'),
  'require-approval': truth('policy.requireApproval', 'Whether a person has to approve declared purchases.'),
  'auto-approve-below': cents('policy.autoApproveBelow', 'Below this amount nobody has to approve.'),
  'allowed-merchants': list('policy.allowedMerchants', 'NAME,...', 'Only these merchants.'),
  'allowed-mccs': list('policy.allowedMccs', '5734,...', 'Only these merchant categories.'),
  'blocked-mccs': list('policy.blockedMccs', '7995,...', 'Never these merchant categories.'),
  'allowed-origins': list('policy.allowedOrigins', 'https://shop.example,...', 'Only there may the number be entered.'),
  'ttl-minutes': count('policy.ttlMinutes', '60', 'Cards expire so many minutes after they were made.'),
  policy: object('policy', 'JSON', 'The rest of the policy, as JSON. The flags above are put into it.'),
  metadata: object('metadata', 'JSON', 'Data of your own, as JSON.'),
} satisfies Fields

export const customerFlag = text('customerId', 'cust_...', 'The customer.')
export const agentFlag = text('agentId', 'agt_...', 'The agent.')
