/**
 * A sum of spend stops at the largest integer that a JSON number carries exactly, because merchants choose the amounts of declined
 * purchases, and could make it any size.
 */
const MOST = Number.MAX_SAFE_INTEGER

export const boundedSpendSum = (sum: number): number => Math.max(-MOST, Math.min(MOST, sum))
export const boundedSpendSumSql = (sum: string): string => `greatest(-${MOST}, least(${MOST}, ${sum}))`
