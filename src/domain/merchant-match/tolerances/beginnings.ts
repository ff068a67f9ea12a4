/** All beginnings of the given words, whole words included. A full field may cut a word to any of them. */
export const beginningsOf = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1))))
