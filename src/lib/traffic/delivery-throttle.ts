/**
 * Milliseconds between claims while decisions are being made: each claim is a transaction, shared by many deliveries.
 */
const CLAIM_EVERY_MS = 50
/** Maximum deliveries of a claim while decisions are being made. One claim every 50 ms gives 1,280 deliveries a second. */
const MOST_AT_ONCE = 64
/** How many milliseconds after it fell due a delivery is no longer delayed. */
const LATE_MS = 1000

interface Claimed {
  /** For how many milliseconds the oldest claimed delivery had been due. 0: the claim found no delivery. */
  readonly waitedMs: number
}

/**
 * Lets deliveries wait for decisions, with which they share the processor and the database, for a second at most. While
 * the engine is busy, deliveries are claimed every 50 ms, a few at a time; once a claim finds a delivery that has waited
 * for a second, there is no limit until no such delivery is left. While the engine is idle there is no limit either.
 */
export interface DeliveryThrottle {
  /** Number of deliveries that may begin now. */
  left(): number
  /** Milliseconds until more deliveries may begin. */
  waitMs(): number
  /** Notes that a claim of deliveries was made, even if it found nothing. */
  claimed(claimed: Claimed): void
}

/**
 * @param isBusy whether decisions are being made
 * @param nowMs milliseconds of a clock that is never set
 */
export function createDeliveryThrottle(
  isBusy: () => boolean,
  nowMs: () => number = () => performance.now(),
): DeliveryThrottle {
  let claimedAt = Number.NEGATIVE_INFINITY
  let isLate = false
  const waitMs = () => Math.max(0, claimedAt + CLAIM_EVERY_MS - nowMs())
  return {
    waitMs,
    left: () => {
      if (isLate || !isBusy()) return Number.POSITIVE_INFINITY
      return waitMs() > 0 ? 0 : MOST_AT_ONCE
    },
    claimed: ({ waitedMs }) => {
      claimedAt = nowMs()
      isLate = waitedMs >= LATE_MS
    },
  }
}

/** A throttle that delays no delivery, for nodes that make no decisions. */
export const unthrottledDeliveries = createDeliveryThrottle(() => false)
