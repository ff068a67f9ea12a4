/** What a full field may leave of these words: all their beginnings, and they themselves. */
export const beginningsOf = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1))))
