type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON merge patch (RFC 7396): an absent field stays, `null` removes it, objects merge, any other value replaces the stored one. */
export function applyMergePatch<T extends object>(target: T | null | undefined, patch: object): T {
  const merged: Json = { ...(target as Json | null | undefined) }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else if (value !== undefined) {
      const before = merged[key]
      merged[key] = isObject(value) ? applyMergePatch(isObject(before) ? before : {}, value) : value
    }
  }
  return merged as T
}
