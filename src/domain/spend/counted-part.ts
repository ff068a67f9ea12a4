/** Cents that count as spent at a moment: `[Unix milliseconds, cents]`. */
export type CountedPart = readonly [at: number, amount: number]

/** Other cents that count at the same moment. */
export const withAmount = ([at]: CountedPart, amount: number): CountedPart => [at, amount]
