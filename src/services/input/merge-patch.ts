type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7396: left out keeps, `null` unsets, objects merge, everything else is replaced whole. */
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
