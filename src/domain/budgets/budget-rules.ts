import {
  type PolicyFieldGroup,
  policyFieldGroups,
  type PolicyField,
  policyFields,
  policyRowOf,
} from '../../contract/policy-sheet/policy-sheet.ts'
import type { AgentPolicySentenceContext, PolicySheetRow } from '../../contract/policy-sheet/row.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { cardExpiry } from '../card-expiry.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { SpendingSubject } from '../entities.ts'
import { formatMoney } from '../money.ts'

/** The most entries of a list that a sentence of a budget names. A policy's list may be far longer. */
const MOST_NAMED = 10

/** The rules of the policy that do not limit amounts, as short sentences for the agent or person who is about to spend. */
export function budgetRuleSentences({ card, customer }: SpendingSubject, { policy }: CompiledPolicy): string[] {
  const expiresAt = card === null ? null : cardExpiry(card.createdAt, policy)
  const context: AgentPolicySentenceContext = {
    policy,
    isLocked: card !== null && card.merchantLock !== null,
    expiresAt: expiresAt === null ? null : isoTimestamp(expiresAt),
    money: (cents) => formatMoney(cents, customer.currency),
    names: named,
  }
  const sentences = inOrder.flatMap((field) => sentenceOf(policyRowOf(field), policy[field], context) ?? [])
  const ofCard = card?.usage === 'single' ? ['The card pays one purchase and is closed by it.'] : []
  return [...new Set(sentences), ...ofCard]
}

/** The positions of the groups of policy fields among a budget's sentences: first how to ask, then where and when. */
const positions: Readonly<Record<PolicyFieldGroup, number>> = { people: 1, where: 2, when: 3, money: 4 }

const inOrder: readonly PolicyField[] = (Object.keys(policyFieldGroups) as PolicyFieldGroup[])
  .toSorted((one, other) => positions[one] - positions[other])
  .flatMap((group) => policyFields.filter((field) => Object.hasOwn(policyFieldGroups[group], field)))

const sentenceOf = ({ agents }: PolicySheetRow, value: unknown, context: AgentPolicySentenceContext): string | null =>
  value === undefined || agents === null ? null : agents(value as never, context)

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
