import { lithicSettings } from '../../issuers/lithic/settings.ts'
import { stripeSettings } from '../../issuers/stripe/settings.ts'
import { option } from '../../lib/settings/option-row.ts'
import { oneOf } from '../../lib/settings/option-types.ts'

/** Settings of the issuers beside Purser itself. */
export const issuerOptions = {
  issuerMirror: option({
    env: 'PURSER_ISSUER_MIRROR',
    flag: 'issuer-mirror',
    type: oneOf('coarse', 'off'),
    default: 'coarse',
    description:
      "coarse: Purser gives the issuer a card's limits, for times at which the issuer cannot reach Purser: the limit of one purchase exactly, and " +
      'twice the limits of a day, a week, a month and in total. off: it gives none.',
    example: 'off',
  }),
  issuerReveal: option({
    env: 'PURSER_ISSUER_REVEAL',
    flag: 'issuer-reveal',
    type: oneOf('session', 'proxy'),
    default: 'session',
    description:
      "How the number of an issuer's card is read. session: the issuer shows it, and Purser never sees it. proxy: Purser fetches it for " +
      'callers that may read it, and does not store it. That puts Purser in the scope of PCI DSS (docs/guides/issuers.md).',
    example: 'proxy',
  }),
  issuer: option({
    env: 'PURSER_ISSUER',
    flag: 'issuer',
    type: oneOf('purser', 'stripe', 'lithic'),
    default: 'purser',
    description:
      'Who issues cards of the first account whose creation names no issuer. stripe and lithic need their key.',
    example: 'stripe',
  }),
  ...stripeSettings,
  ...lithicSettings,
}
