/** The cents that count as spent, with the moment at which they count: `[Unix milliseconds, cents]`. */
export type CountedSpend = readonly [at: number, amount: number]

/** Makes an amount of counted spend with the same moment and another number of cents. */
export const countedSpendWithCents = ([at]: CountedSpend, amount: number): CountedSpend => [at, amount]
