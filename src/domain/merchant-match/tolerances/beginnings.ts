/** Returns all beginnings of the given words, whole words included. A word at the end of a full field may be cut to any of them. */
export const beginningsOfWords = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1))))
