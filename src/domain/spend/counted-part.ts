/** The cents that count as spent, with the moment at which they count: `[Unix milliseconds, cents]`. */
export type CountedPart = readonly [at: number, amount: number]

/** Makes a counted part at the same moment with another number of cents. */
export const withAmount = ([at]: CountedPart, amount: number): CountedPart => [at, amount]
