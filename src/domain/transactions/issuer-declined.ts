import type { Reason } from '../../contract/decisions.ts'

/** The reason of an issuer's decline, with the issuer's own word, if it gives one. */
export const issuerDeclined = (word: string): Reason => ({
  code: 'issuer_declined',
  message: word === '' ? 'The issuer declined it.' : `The issuer declined it: ${word}.`,
  rule: 'issuer',
  level: 'default',
  remedy: 'Ask the issuer of the card, or look at the limits that it has there.',
  fixedBy: 'owner',
  retryable: false,
})
