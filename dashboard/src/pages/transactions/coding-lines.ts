type Coding = Readonly<Record<string, string>>

/** The coding of a transaction as lines to edit: `account: 6650`. */
export const linesOfTransactionCoding = (coding: Coding): string =>
  Object.entries(coding)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n')

/** Reads lines that somebody has edited. A line without a colon is a name without a text, which the API refuses. */
export const transactionCodingOfLines = (lines: string): Coding =>
  Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const colon = line.indexOf(':')
        return colon === -1 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
      }),
  )

/** The merge patch that leaves `after` and nothing else of `before`. */
export const transactionCodingPatch = (before: Coding, after: Coding): Readonly<Record<string, string | null>> => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
  ...after,
})
