import type { CardStatus } from '../../issuers/issuer.ts'

const strictness: Readonly<Record<CardStatus, number>> = { active: 0, frozen: 1, closed: 2 }

/** It counts on both sides: nothing is unfrozen, and nothing opened again. */
export const isStricter = (one: CardStatus, other: CardStatus): boolean => strictness[one] > strictness[other]
