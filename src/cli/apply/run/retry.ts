import { PurserError } from '../../remote/client.ts'

/** Makes a request again while the node asks for it, or while its failure is likely to pass. */
export type ApplyRequestRetry = <T>(request: () => Promise<T>) => Promise<T>

export interface ApplyRetryOptions {
  readonly wait: (ms: number) => Promise<void>
  /** Tells the person at the terminal why nothing happens for some time. */
  readonly tell: (text: string) => void
}

/** Codes of request failures that are likely to pass within seconds. */
const passing: ReadonlySet<string> = new Set([
  'connection_failed',
  'unavailable',
  'internal_error',
  'idempotency_in_progress',
])
const MOST_TRIES = 5
const FIRST_DELAY_MS = 250
/** The longest wait, in milliseconds, that a node may ask for at once: the window of its rate limit is a minute. */
const LONGEST_WAIT_MS = 90_000
/** How often one request may meet the rate limit, which other requests use up, too. */
const MOST_LIMITED = 100

/**
 * Makes an `ApplyRequestRetry`. Requests that run at the same time wait together: after one of them has met the rate limit, no request is sent until the
 * node takes requests again.
 */
export function createApplyRequestRetry({ wait, tell }: ApplyRetryOptions): ApplyRequestRetry {
  let pause: Promise<void> | null = null
  const pauseAll = (ms: number): Promise<void> => {
    if (pause === null) {
      tell(`The API key has made as many requests as it may in a minute. Going on in ${Math.ceil(ms / 1000)} s.`)
      pause = wait(ms).finally(() => (pause = null))
    }
    return pause
  }
  return async <T>(request: () => Promise<T>): Promise<T> => {
    for (let failures = 0, limited = 0; ;) {
      await pause
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof PurserError)) throw error
        if (error.code === 'rate_limited' && limited < MOST_LIMITED) {
          limited += 1
          await pauseAll(waitOf(error, limited))
        } else {
          failures += 1
          if (!passing.has(error.code) || failures >= MOST_TRIES) throw error
          await wait(waitOf(error, failures))
        }
      }
    }
  }
}

const waitOf = ({ retryAfterSeconds }: PurserError, attempt: number): number =>
  Math.min(LONGEST_WAIT_MS, retryAfterSeconds === undefined ? FIRST_DELAY_MS * 2 ** attempt : retryAfterSeconds * 1000)
