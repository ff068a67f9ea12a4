/** The error for an invariant that does not hold. The request fails, because no answer can rely on such a state. */
export class InvariantError extends Error {
  override name = 'InvariantError'
}

/** Throws `InvariantError` where the condition is false. `invariant`: what should hold. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new InvariantError(invariant)
}

/**
 * Returns the value that is certain to be there. Throws `InvariantError` where it is null or undefined. `invariant`: why there is a value.
 */
export function assertPresent<T>(value: T | null | undefined, invariant: string): T {
  assert(value !== null && value !== undefined, invariant)
  return value
}
