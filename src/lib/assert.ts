/** A broken invariant stops the request: nothing that follows from it may be answered. */
export class InvariantError extends Error {
  override name = 'InvariantError'
}

export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new InvariantError(invariant)
}

/** The value, where an invariant says that there is one. */
export function present<T>(value: T | null | undefined, invariant: string): T {
  assert(value !== null && value !== undefined, invariant)
  return value
}
