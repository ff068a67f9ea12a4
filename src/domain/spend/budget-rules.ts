import type { Policy } from '../../contract/policy.ts'
import { timestamp } from '../../lib/clock.ts'
import { cardExpiry } from '../card-expiry.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { Subject } from '../entities.ts'
import { formatMoney } from '../money.ts'

type Effective = CompiledPolicy['policy']

/** The most entries of a list that a sentence of a budget names. A policy's list may be far longer. */
const MOST_NAMED = 10
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The rules of the policy that do not limit amounts, as short sentences for the agent or person who is about to spend. */
export function budgetRules({ card, customer }: Subject, { policy }: CompiledPolicy): string[] {
  const expiresAt = card === null ? null : cardExpiry(card.createdAt, policy)
  return [
    ...intentRules(policy),
    ...approvalRules(policy, customer.currency),
    ...(policy.requireAttestation ? ['Name an intent and a purpose before reading the card number.'] : []),
    ...(policy.requireCvv ? ['A purchase by card number needs the CVV.'] : []),
    ...listRules(policy),
    ...merchantLockRules(card, policy),
    ...timeRules(policy),
    ...(card?.usage === 'single' ? ['The card pays one purchase and is closed by it.'] : []),
    ...(expiresAt === null ? [] : [`The card expires at ${timestamp(expiresAt)}.`]),
  ]
}

const consequences = {
  flag: 'is approved and flagged',
  decline: 'is declined',
  freeze: 'is declined and freezes the card',
} as const

const intentRules = ({
  requireIntent,
  onMissingIntent,
  onIntentMismatch,
  intentTolerancePercent: percent,
}: Effective): string[] => [
  ...(requireIntent ? [`Declare an intent before each purchase: one without ${consequences[onMissingIntent]}.`] : []),
  ...(onIntentMismatch === 'flag'
    ? []
    : [
        `A purchase that differs from its declared intent ${consequences[onIntentMismatch]}: its amount may differ by ${percent} %.`,
      ]),
]

function approvalRules({ requireApproval, autoApproveBelow = 0 }: Effective, currency: string): string[] {
  if (!requireApproval) return []
  return autoApproveBelow === 0
    ? ['A person approves every intent.']
    : [
        `A person approves every intent of ${formatMoney(autoApproveBelow, currency)} or more, and every one without an amount.`,
      ]
}

const listRules = (policy: Policy): string[] => [
  ...only('merchant categories', policy.allowedMccs),
  ...never('merchant categories', policy.blockedMccs),
  ...only('merchants', policy.allowedMerchants),
  ...never('merchants', policy.blockedMerchants),
  ...only('merchant ids of the network', policy.allowedMerchantIds),
  ...never('merchant ids of the network', policy.blockedMerchantIds),
  ...only('countries', policy.allowedCountries),
  ...never('countries', policy.blockedCountries),
  ...originRule(policy.allowedOrigins),
]

const originRule = (origins: Policy['allowedOrigins']): string[] =>
  origins === undefined || origins.length === 0
    ? only('origins of shops', origins)
    : [`The card number is entered only at: ${named(origins)}. Declare the purchase with one of them.`]

function only(what: string, list: readonly string[] | undefined): string[] {
  if (list === undefined) return []
  return [list.length === 0 ? `No ${what} are allowed.` : `Only these ${what}: ${named(list)}.`]
}

const never = (what: string, list: readonly string[] = []): string[] =>
  list.length === 0 ? [] : [`Never these ${what}: ${named(list)}.`]

function named(list: readonly string[]): string {
  const shown = list.filter((name) => PLAIN.test(name)).slice(0, MOST_NAMED)
  const left = list.length - shown.length
  if (shown.length === 0) return `${left} that the policy names`
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

/**
 * Matches names from a policy's lists that may be printed in a sentence of a budget. Such a name may be copied from a charge, where the
 * merchant chose it: text within the name could pass for words of the person who wrote the policy. So a name with line breaks, tags or
 * invisible characters (except the joiners of some scripts) is not printed.
 */
const PLAIN = /^(?:(?![\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>])\P{Cs}|[\u200c\u200d])+$/u

/**
 * The sentence of a budget about the card's merchant lock. It never contains the merchant's name. A merchant chooses its name, and readers
 * would take that text for the words of the person who wrote the policy.
 */
function merchantLockRules(card: Subject['card'], { lockToFirstMerchant }: Effective): string[] {
  if (!lockToFirstMerchant) return []
  return card === null || card.merchantLock === null
    ? ['The card pays only one merchant: the first that it pays.']
    : ['The card pays only the merchant that it paid first: its `merchantLock`.']
}

const timeRules = ({
  activeHours,
  cooldownMinutes,
  maxTransactionsPerDay,
  duplicateWindowMinutes,
}: Policy): string[] => [
  ...(activeHours === undefined ? [] : [hoursRule(activeHours)]),
  ...(cooldownMinutes === undefined ? [] : [`${minutes(cooldownMinutes)} between two purchases of a card.`]),
  ...(maxTransactionsPerDay === undefined ? [] : [`At most ${maxTransactionsPerDay} purchases in 24 hours.`]),
  ...(duplicateWindowMinutes === undefined
    ? []
    : [
        `The same amount at the same merchant is declined for ${minutes(duplicateWindowMinutes)}, unless an intent of its own expects it.`,
      ]),
]

function hoursRule({ days, from, to, timezone }: NonNullable<Policy['activeHours']>): string {
  const names = dayNames.filter((_, day) => days.includes(day))
  return names.length === 0
    ? 'No day of the week is allowed.'
    : `Only ${names.join(', ')} from ${from} to ${to} in ${timezone}.`
}

const minutes = (count: number): string => `${count} ${count === 1 ? 'minute' : 'minutes'}`
