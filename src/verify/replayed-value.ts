/** Members that a later version added to the reasons of declines. Decisions of older versions do not have them, whatever a replay says. */
const addedToReasons: ReadonlySet<string> = new Set(['nearestShop'])

/**
 * Whether a stored JSON value agrees with the replayed one. An older version stored records without the members that later versions added.
 * Such a member agrees if its replayed value says nothing: false, null or empty. A member that the stored record has is always compared.
 */
export function agreesWithReplayedValue(stored: unknown, replayed: unknown): boolean {
  if (stored === undefined) return isNothing(replayed)
  if (Array.isArray(stored) || Array.isArray(replayed)) {
    return (
      Array.isArray(stored) &&
      Array.isArray(replayed) &&
      stored.length === replayed.length &&
      stored.every((value, index) => agreesWithReplayedValue(value ?? null, replayed[index]))
    )
  }
  if (!isObject(stored) || !isObject(replayed)) return stored === replayed
  const known = Object.keys(stored).every((name) => agreesWithReplayedValue(stored[name], replayed[name]))
  return known && Object.keys(replayed).every((name) => stored[name] !== undefined || mayLack(name, replayed[name]))
}

const mayLack = (name: string, replayed: unknown): boolean => addedToReasons.has(name) || isNothing(replayed)

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isNothing))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
