import type { Reason } from '../../contract/decisions.ts'

/** Why an issuer's decline is one, in its own word where it gives one. */
export const issuerDeclined = (word: string): Reason => ({
  code: 'issuer_declined',
  message: word === '' ? 'The issuer declined it.' : `The issuer declined it: ${word}.`,
  rule: 'issuer',
  level: 'default',
  remedy: 'Ask the issuer of the card, or look at the limits that it has there.',
  fixedBy: 'owner',
  retryable: false,
})
