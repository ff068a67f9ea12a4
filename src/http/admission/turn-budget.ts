import { unavailable } from '../../contract/unavailable.ts'

const BUDGET_MS = 200
/** So many are taken in any turn: a burst is no overload. */
const ALWAYS_TAKEN = 512

/**
 * Refuses what one turn of the event loop cannot take, before anything is done for it. All requests that have arrived are
 * taken in one turn, and whatever the database answers meanwhile waits for the turn to end: behind thousands of callers
 * each of its answers would be late, and nobody would get anything.
 */
export function turnBudget(nowMs = () => performance.now()) {
  let begunAtMs: number | null = null
  let taken = 0
  const end = () => {
    begunAtMs = null
    taken = 0
  }
  return (_request: unknown, _reply: unknown, next: (error?: Error) => void): void => {
    if (begunAtMs === null) {
      begunAtMs = nowMs()
      setImmediate(end)
    }
    taken += 1
    if (taken <= ALWAYS_TAKEN || nowMs() - begunAtMs <= BUDGET_MS) return next()
    next(unavailable('queue_full'))
  }
}
