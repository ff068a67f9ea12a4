/**
 * Runs a job on demand, but only once at a time: all callers that come during a run share the next run. So a job that does all waiting work
 * runs no more often than needed, however many callers it has.
 */
export class CoalescedJob<T> {
  readonly #job: () => Promise<T>
  #running: Promise<unknown> = Promise.resolve()
  #waiting: Promise<T> | null = null

  constructor(job: () => Promise<T>) {
    this.#job = job
  }

  /** Resolves to the result of a run of the job that begins after this call. */
  run(): Promise<T> {
    if (this.#waiting) return this.#waiting
    const run = this.#running.then(() => {
      this.#waiting = null
      return this.#job()
    })
    this.#waiting = run
    this.#running = run.catch(() => undefined)
    return run
  }
}
