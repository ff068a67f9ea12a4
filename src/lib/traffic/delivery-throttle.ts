/** While decisions are being made, deliveries are claimed this often: each claim is a transaction, and many deliveries share it. */
const CLAIM_EVERY_MS = 50
/** What a claim takes then. One every 50 ms: 1,280 deliveries a second. */
const MOST_AT_ONCE = 64
/** A delivery that has waited so long is put off no more. */
const LATE_MS = 1000

interface Claimed {
  /** How long the oldest delivery of the claim was due, in milliseconds; 0 where it found none. */
  readonly waitedMs: number
}

/**
 * Makes deliveries give way to decisions, with which they share the processor and the database, for a second at most: while the
 * engine is busy there is a small claim every 50 ms, and as soon as one finds a delivery that has waited for a second there is
 * no limit, until no such delivery is left. While the engine rests there is no limit either.
 */
export interface DeliveryThrottle {
  /** How many deliveries may begin now. */
  left(): number
  /** How long until more may begin, in milliseconds. */
  waitMs(): number
  /** A claim was made; it may have found nothing. */
  claimed(claimed: Claimed): void
}

/**
 * @param isBusy whether decisions are being made
 * @param nowMs the time that passes, whatever the clock of the service says
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

/** Where no decisions are made. */
export const unthrottled = createDeliveryThrottle(() => false)
