/** While decisions are being made, one delivery may begin for so many of them: each of these earns a token. */
const DECISIONS_PER_TOKEN = 16
/** Fewer are not worth a transaction. */
const FEWEST_TOKENS = 16
/** What may be saved up: more at once would be felt. */
const MOST_TOKENS = 256

/**
 * A token bucket that decisions fill. Deliveries give way to them, with which they share the processor and the database: a
 * purchase waits for its answer, a webhook may be late. While the engine rests there is no limit.
 */
export interface DeliveryThrottle {
  /** So many decisions were committed. */
  decided(count: number): void
  /** How many deliveries may begin now. */
  left(): number
  /** Whether some were turned away since any began. */
  hasTurnedAway(): boolean
  began(count: number): void
}

/** @param isBusy whether decisions are being made */
export function createDeliveryThrottle(isBusy: () => boolean): DeliveryThrottle {
  let tokens = 0
  let turnedAway = false
  return {
    decided: (count) => {
      tokens = Math.min(MOST_TOKENS, tokens + count / DECISIONS_PER_TOKEN)
    },
    left: () => {
      if (!isBusy()) return Number.POSITIVE_INFINITY
      turnedAway ||= tokens < FEWEST_TOKENS
      return tokens < FEWEST_TOKENS ? 0 : Math.floor(tokens)
    },
    hasTurnedAway: () => turnedAway,
    began: (count) => {
      turnedAway = false
      tokens = Math.max(0, tokens - count)
    },
  }
}

/** Where no decisions are made. */
export const unthrottled = createDeliveryThrottle(() => false)
