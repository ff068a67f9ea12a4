import { serviceUnavailableError } from '../../contract/unavailable.ts'

const BUDGET_MS = 200
/** How many requests every turn of the event loop accepts: a short burst is no overload. */
const ALWAYS_TAKEN = 512

/**
 * Makes the hook that refuses a request before any work is done for it, where the same turn of the event loop has already taken
 * `ALWAYS_TAKEN` requests and `BUDGET_MS` milliseconds. Node takes all requests that have arrived in one turn, and the database's answers
 * wait for the end of that turn. Behind thousands of requests every such answer would be late, and no caller would get a reply in time.
 */
export function eventLoopTurnBudgetHook(nowMs = () => performance.now()) {
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
    next(serviceUnavailableError('queue_full'))
  }
}
