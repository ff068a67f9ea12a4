import type { CheckedTraceEntry } from '../decision/trace.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import {
  areCredentialsLocked,
  areCredentialsPresented,
  areCredentialsWrong,
  credentialsLockedUntil,
} from '../credentials.ts'
import { isNewPurchaseRequest } from '../entities.ts'
import { failedRuleCheck, retryOfFailedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a wrong expiry or CVV. Only requests of the network contain them. The reason does not say which of the two was wrong. While the
 * credentials are locked the rule does not apply, so that an attacker who goes on guessing learns nothing.
 */
export const cardCredentialsRule: PurchaseRule = ({ subject: { card }, request: { credentials: sent, now } }) => {
  if (sent === undefined || (areCredentialsPresented(sent) && areCredentialsLocked(card?.failedCredentials ?? [], now)))
    return undefined
  const entry: CheckedTraceEntry = {
    rule: 'credentials',
    code: 'credentials_invalid',
    passed: !areCredentialsWrong(sent),
    level: 'card',
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: 'The expiry or the CVV does not belong to this card.',
    remedy: 'Send the expiry and the CVV of this card.',
    retryable: false,
  })
}

/** If the policy sets `requireCvv`, declines a purchase that names the card by its number but has no CVV (contract, section 5). */
export const requiredCvvRule: PurchaseRule = ({ request, policy, compiled }) => {
  const { credentials: sent } = request
  if (!policy.requireCvv || sent?.byNumber !== true || !isNewPurchaseRequest(request)) return undefined
  const level = levelOfPolicyField(compiled, 'requireCvv')
  const entry: CheckedTraceEntry = {
    rule: 'requireCvv',
    code: 'credentials_invalid',
    passed: sent.cvv !== 'none',
    level,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: `The purchase names the card by its number and has no CVV, which the ${level}'s policy requires.`,
    remedy: `Send \`cvv\`, or set \`requireCvv\` of the ${level}'s policy to false.`,
    retryable: false,
  })
}

/** Declines purchases that present credentials after five wrong expiries or CVVs in a row (contract, section 10). */
export const credentialsLockedRule: PurchaseRule = ({ subject: { card }, request: { credentials: sent, now } }) => {
  if (card === null || sent === undefined || !areCredentialsPresented(sent)) return undefined
  const entry: CheckedTraceEntry = {
    rule: 'credentials',
    code: 'credentials_locked',
    passed: !areCredentialsLocked(card.failedCredentials, now),
    level: 'card',
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: 'The card takes no purchase by number: a wrong expiry or CVV was sent too often in a row.',
    remedy: 'Wait, or call `POST /cards/{cardId}/unlock-credentials`.',
    ...retryOfFailedRuleCheck(credentialsLockedUntil(card.failedCredentials) ?? undefined),
  })
}
