/**
 * Refuses options that nobody reads: a misspelt `timeout` would have no effect, and nothing would say so.
 * @param where what the options are given to, as the message begins
 */
export function refuseUnknown(where: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const meant = known.find((name) => isAlike(name, unknown))
  const fix = meant === undefined ? `These are: ${known.join(', ')}.` : `Write ${meant}.`
  throw new TypeError(`${where}: the option ${unknown} is not known. ${fix}`)
}

/** `timeout` or `timeout_ms` for `timeoutMs`, `retries` for `maxRetries`, `baseURL` for `baseUrl`. */
function isAlike(known: string, written: string): boolean {
  const [a, b] = [plain(known), plain(written)]
  return b.length > 2 && (a.includes(b) || b.includes(a))
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')
