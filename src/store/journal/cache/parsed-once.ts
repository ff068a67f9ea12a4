const KEPT_CHARACTERS = 20_000_000

/**
 * Parses JSON text that comes back again and again, policies and limits, once: the same text gives the same object, by
 * which the domain also recognises what it has compiled before. Policies are never changed in place.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- JSON.parse is typed by who knows the column
export function parsedOnce<T extends object>(): (text: string) => T {
  const parsed = new Map<string, T>()
  let characters = 0
  return (text) => {
    const known = parsed.get(text)
    if (known) return known
    characters += text.length
    if (characters > KEPT_CHARACTERS) {
      parsed.clear()
      characters = text.length
    }
    const value = JSON.parse(text) as T
    parsed.set(text, value)
    return value
  }
}
