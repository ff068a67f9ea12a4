import type { IssuerCardStatus } from '../../issuers/issuer.ts'

const strictness: Readonly<Record<IssuerCardStatus, number>> = { active: 0, frozen: 1, closed: 2 }

/**
 * Whether the status `one` lets less be spent than `other`. The stricter status wins at Purser and at the issuer, so that reconciling never
 * unfreezes or reopens a card.
 */
export const isStricterCardStatus = (one: IssuerCardStatus, other: IssuerCardStatus): boolean =>
  strictness[one] > strictness[other]
