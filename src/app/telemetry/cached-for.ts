/** Wraps `make` so that all callers within `lifeMs` get the same promise, and `make` runs only once for them. */
export function cachePromiseForMs<T>(lifeMs: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly made: Promise<T>; readonly atMs: number } | null = null
  return () => {
    const now = performance.now()
    if (kept === null || now - kept.atMs >= lifeMs) kept = { made: make(), atMs: now }
    return kept.made
  }
}
