/** The reason why a request was refused with 503 `unavailable`. With each of these reasons nothing was stored. */
export type ServiceBusyReason = 'queue_full' | 'customer_locked' | 'database_unavailable' | 'draining' | 'shards_moving'

/**
 * The error of a service that has too much to do, or cannot do the request now. Nothing was stored, so the caller may send the request
 * again.
 */
export class ServiceBusyError extends Error {
  override name = 'ServiceBusyError'
  readonly reason: ServiceBusyReason

  constructor(reason: ServiceBusyReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The error of work that ends early, because its caller has gone or was answered meanwhile. No caller gets the error. */
export class CallerGoneError extends ServiceBusyError {
  override name = 'CallerGoneError'

  constructor() {
    super('queue_full', 'Nobody waits for the answer any more.')
  }
}
