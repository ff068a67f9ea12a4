/** While decisions are being made, one delivery may begin for so many of them. */
const DECISIONS_EACH = 16
/** Fewer are not worth a transaction. */
const FEWEST = 16
/** What may be saved up: more at once would be felt. */
const MOST = 256

/**
 * Deliveries give way to decisions, with which they share the processor and the database: a purchase waits for its
 * answer, a webhook may be late. While the engine rests there is no limit.
 */
export interface Courtesy {
  /** So many decisions were committed. */
  decided(count: number): void
  /** How many deliveries may begin now. */
  left(): number
  /** Whether some were turned away since any began. */
  isOwing(): boolean
  began(count: number): void
}

/** @param isBusy whether decisions are being made */
export function createCourtesy(isBusy: () => boolean): Courtesy {
  let saved = 0
  let owing = false
  return {
    decided: (count) => {
      saved = Math.min(MOST, saved + count / DECISIONS_EACH)
    },
    left: () => {
      if (!isBusy()) return Number.POSITIVE_INFINITY
      owing ||= saved < FEWEST
      return saved < FEWEST ? 0 : Math.floor(saved)
    },
    isOwing: () => owing,
    began: (count) => {
      owing = false
      saved = Math.max(0, saved - count)
    },
  }
}

/** Where no decisions are made. */
export const noCourtesy = createCourtesy(() => false)
