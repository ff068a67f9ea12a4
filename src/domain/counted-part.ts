import { utcMonth } from './utc-month.ts'

/**
 * Cents that the spend rows count at a moment: `[Unix milliseconds, cents]`, and as a third the UTC month that they count in
 * where that is not the moment's own.
 */
export type CountedPart = readonly [at: number, amount: number, month?: number]

/**
 * What is spent at a moment, after a month has begun for its customer. A node whose clock is still in the month before
 * counts in the one that has begun, where decisions look: in the other the spend would be in no sum at all. What is taken
 * back later is taken from the same month. The trailing windows keep to the moment.
 */
export const partAt = (at: number, amount: number, begunMonth: number): CountedPart =>
  begunMonth > utcMonth(at) ? [at, amount, begunMonth] : [at, amount]

export const monthOf = ([at, , month]: CountedPart): number => month ?? utcMonth(at)

/** Other cents that count in the same place. */
export const withAmount = ([at, , ...month]: CountedPart, amount: number): CountedPart => [at, amount, ...month]
