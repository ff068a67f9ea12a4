import type { CheckedEntry } from '../decision/trace.ts'
import { levelOf } from '../decision/compiled-policy.ts'
import { areLocked, arePresented, areCredentialsWrong, lockedUntil } from '../credentials.ts'
import { isPurchase } from '../entities.ts'
import { failed, retry, type Rule } from './rule.ts'

/**
 * Declines a wrong expiry or CVV. Only requests of the network contain them. The reason does not say which of the two was wrong. While the
 * credentials are locked the rule does not apply, so that an attacker who goes on guessing learns nothing.
 */
export const credentials: Rule = ({ subject: { card }, request: { credentials: sent, now } }) => {
  if (sent === undefined || (arePresented(sent) && areLocked(card?.failedCredentials ?? [], now))) return undefined
  const entry: CheckedEntry = {
    rule: 'credentials',
    code: 'credentials_invalid',
    passed: !areCredentialsWrong(sent),
    level: 'card',
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: 'The expiry or the CVV does not belong to this card.',
    remedy: 'Send the expiry and the CVV of this card.',
    retryable: false,
  })
}

/** If the policy sets `requireCvv`, declines a purchase that names the card by its number but has no CVV (contract, section 5). */
export const requiredCvv: Rule = ({ request, policy, compiled }) => {
  const { credentials: sent } = request
  if (!policy.requireCvv || sent?.byNumber !== true || !isPurchase(request)) return undefined
  const level = levelOf(compiled, 'requireCvv')
  const entry: CheckedEntry = {
    rule: 'requireCvv',
    code: 'credentials_invalid',
    passed: sent.cvv !== 'none',
    level,
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: `The purchase names the card by its number and has no CVV, which the ${level}'s policy requires.`,
    remedy: `Send \`cvv\`, or set \`requireCvv\` of the ${level}'s policy to false.`,
    retryable: false,
  })
}

/** Declines purchases that present credentials after five wrong expiries or CVVs in a row (contract, section 10). */
export const credentialsLocked: Rule = ({ subject: { card }, request: { credentials: sent, now } }) => {
  if (card === null || sent === undefined || !arePresented(sent)) return undefined
  const entry: CheckedEntry = {
    rule: 'credentials',
    code: 'credentials_locked',
    passed: !areLocked(card.failedCredentials, now),
    level: 'card',
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: 'The card takes no purchase by number: a wrong expiry or CVV was sent too often in a row.',
    remedy: 'Wait, or call `POST /cards/{cardId}/unlock-credentials`.',
    ...retry(lockedUntil(card.failedCredentials) ?? undefined),
  })
}
