/** All beginnings of the given words, complete words included: what a full field may leave of them. */
export const beginningsOf = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1))))
