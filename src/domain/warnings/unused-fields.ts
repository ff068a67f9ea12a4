import type { Policy } from '../../contract/policy.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about fields that permit nothing, or that have no effect without another field. */
export const unusedFieldWarnings = (policy: Policy): PolicyWarning[] =>
  cases
    .filter(({ holds }) => holds(policy))
    .map(({ code, message, fields }) => ({ code, message, fields: [...fields] }))

interface Case {
  readonly code: string
  readonly message: string
  readonly fields: readonly (keyof Policy)[]
  readonly holds: (policy: Policy) => boolean
}

const cases: readonly Case[] = [
  {
    code: 'allow_list_empty',
    message: '`allowedOrigins` is empty: no card number is released to an agent.',
    fields: ['allowedOrigins'],
    holds: ({ allowedOrigins }) => allowedOrigins?.length === 0,
  },
  {
    code: 'limit_zero',
    message: '`maxTransactionsPerDay` is 0: no spend can pass it.',
    fields: ['maxTransactionsPerDay'],
    holds: ({ maxTransactionsPerDay }) => maxTransactionsPerDay === 0,
  },
  {
    code: 'active_hours_empty',
    message: '`activeHours` names no day: no spend can pass it.',
    fields: ['activeHours'],
    holds: ({ activeHours }) => activeHours?.days.length === 0,
  },
  {
    code: 'ttl_zero',
    message: 'Cards expire in the moment of their creation.',
    fields: ['ttlMinutes', 'ttlDays'],
    holds: ({ ttlMinutes, ttlDays }) => ttlMinutes === 0 || ttlDays === 0,
  },
  {
    code: 'auto_approve_unused',
    message: '`autoApproveBelow` does nothing where `requireApproval` is false: no intent waits for approval.',
    fields: ['autoApproveBelow', 'requireApproval'],
    holds: ({ autoApproveBelow, requireApproval }) => autoApproveBelow !== undefined && !requireApproval,
  },
  {
    code: 'separate_approver_unused',
    message: '`requireSeparateApprover` does nothing where `requireApproval` is false: no intent waits for approval.',
    fields: ['requireSeparateApprover', 'requireApproval'],
    holds: ({ requireSeparateApprover, requireApproval }) => requireSeparateApprover === true && !requireApproval,
  },
  {
    code: 'missing_intent_unused',
    message: '`onMissingIntent` does nothing where `requireIntent` is false: a purchase without an intent passes.',
    fields: ['onMissingIntent', 'requireIntent'],
    holds: ({ onMissingIntent = 'flag', requireIntent }) => onMissingIntent !== 'flag' && !requireIntent,
  },
]
