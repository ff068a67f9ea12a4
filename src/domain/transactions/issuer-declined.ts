import type { Reason } from '../../contract/decisions.ts'

/** Makes the reason of an issuer's decline. `word`: what the issuer itself calls the reason. Empty: the issuer gives none. */
export const issuerDeclined = (word: string): Reason => ({
  code: 'issuer_declined',
  message: word === '' ? 'The issuer declined it.' : `The issuer declined it: ${word}.`,
  rule: 'issuer',
  level: 'default',
  remedy: 'Ask the issuer of the card, or look at the limits that it has there.',
  fixedBy: 'owner',
  retryable: false,
})
