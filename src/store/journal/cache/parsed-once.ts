import { LRUCache } from 'lru-cache'

const KEPT_CHARACTERS = 20_000_000

/**
 * Parses JSON text that comes back again and again, policies and limits, once: the same text gives the same object, by
 * which the domain also recognises what it has compiled before. Policies are never changed in place.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- JSON.parse is typed by who knows the column
export function parsedOnce<T extends object>(): (text: string) => T {
  const parsed = new LRUCache<string, T>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (_, text) => text.length })
  return (text) => {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const value = JSON.parse(text) as T
    parsed.set(text, value)
    return value
  }
}
