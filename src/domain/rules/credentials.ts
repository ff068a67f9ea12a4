import type { CheckedEntry } from '../trace.ts'
import { failed, type Rule } from './rule.ts'

/** At the network door alone, where an expiry or a CVV is sent. Which of the two was wrong is not told. */
export const credentials: Rule = ({ request: { credentialsValid } }) => {
  if (credentialsValid === undefined) return undefined
  const entry: CheckedEntry = {
    rule: 'credentials',
    code: 'credentials_invalid',
    passed: credentialsValid,
    level: 'card',
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: 'The expiry or the CVV does not belong to this card.',
    remedy: 'Send the expiry and the CVV of this card.',
    retryable: false,
  })
}
