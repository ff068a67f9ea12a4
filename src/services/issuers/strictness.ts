import type { CardStatus } from '../../issuers/issuer.ts'

const strictness: Readonly<Record<CardStatus, number>> = { active: 0, frozen: 1, closed: 2 }

/**
 * Whether a card's status lets less be spent than another. The stricter status wins on both sides, so that reconciling never unfreezes or reopens a
 * card.
 */
export const isStricter = (one: CardStatus, other: CardStatus): boolean => strictness[one] > strictness[other]
