import { type DeclineCode, declineCodes, reasonCatalogue, type ReasonCatalogueRow } from '../../contract/reasons.ts'

/** The results for a decline that Lithic accepts. Lithic has no result for "declined by policy". */
export type LithicDeclineResult = 'CARD_PAUSED' | 'INSUFFICIENT_FUNDS' | 'UNAUTHORIZED_MERCHANT' | 'VELOCITY_EXCEEDED'

/** Lithic's result for the decline reasons about each subject, such as the merchant. */
const bySubject: Readonly<Record<ReasonCatalogueRow['about'], LithicDeclineResult>> = {
  statuses: 'CARD_PAUSED',
  amounts: 'VELOCITY_EXCEEDED',
  merchants: 'UNAUTHORIZED_MERCHANT',
  times: 'VELOCITY_EXCEEDED',
  intents: 'UNAUTHORIZED_MERCHANT',
  duplicates: 'VELOCITY_EXCEEDED',
  credentials: 'INSUFFICIENT_FUNDS',
  'the issuer': 'INSUFFICIENT_FUNDS',
}

/** Lithic's results for single decline reasons that differ from the result for their subject. */
const ofCode: Partial<Record<DeclineCode, LithicDeclineResult>> = {
  currency_not_supported: 'INSUFFICIENT_FUNDS',
  outside_active_hours: 'CARD_PAUSED',
  credentials_locked: 'CARD_PAUSED',
}

/** Lithic's result for each of Purser's decline reasons. */
export const lithicResultOfReason = Object.fromEntries(
  declineCodes.map((code) => [code, ofCode[code] ?? bySubject[reasonCatalogue[code].about]]),
) as Readonly<Record<DeclineCode, LithicDeclineResult>>
