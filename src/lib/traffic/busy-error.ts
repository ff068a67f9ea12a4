/** Why a command was not taken. Each is a reason of 503 `unavailable` by which nothing was stored. */
export type BusyReason = 'queue_full' | 'customer_locked' | 'database_unavailable' | 'draining' | 'shards_moving'

/** Too much is asked at once, or not now. Nothing was done: the same may be asked again. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly reason: BusyReason

  constructor(reason: BusyReason, message: string) {
    super(message)
    this.reason = reason
  }
}
