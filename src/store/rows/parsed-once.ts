import { LRUCache } from 'lru-cache'

const KEPT_CHARACTERS = 20_000_000

/**
 * Makes a parser for JSON texts that come again and again, such as policies and limits. It returns the same object for the same text, so
 * the domain recognises a policy that it has compiled before. Nobody may change the objects.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the column, JSON.parse does not
export function cachedJsonParser<T extends object>(): (text: string) => T {
  const parsed = new LRUCache<string, T>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (_, text) => text.length })
  return (text) => {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const value = JSON.parse(text) as T
    parsed.set(text, value)
    return value
  }
}
