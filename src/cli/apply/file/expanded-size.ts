import type { Path } from './check-value.ts'

/** The most values of one entry, as of the body of a request. A few lines of aliases can stand for billions of values. */
export const MOST_VALUES = 20_000

/** The paths of the entries of a document that have more values than an entry may have, once their aliases are followed. */
export function oversized(value: unknown): Path[] {
  const sizeOf = sizes()
  return children(value).flatMap(([kind, members]) =>
    children(members).flatMap(([name, member]) => (sizeOf(member) > MOST_VALUES ? [[kind, name]] : [])),
  )
}

/** Counts the values in a value, itself among them. What several aliases stand for is walked once. Infinity: it is in itself. */
function sizes(): (value: unknown) => number {
  const known = new Map<unknown, number>()
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const before = known.get(value)
    if (before !== undefined) return before
    known.set(value, Infinity)
    const size = children(value).reduce((sum, [, child]) => sum + sizeOf(child), 1)
    known.set(value, size)
    return size
  }
  return sizeOf
}

const children = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
