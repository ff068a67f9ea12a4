/** The cents that count as spent, with the moment at which they count: `[Unix milliseconds, cents]`. */
export type CountedAmount = readonly [at: number, amount: number]

/** Makes a counted part at the same moment with another number of cents. */
export const withCountedAmount = ([at]: CountedAmount, amount: number): CountedAmount => [at, amount]
