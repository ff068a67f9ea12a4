/**
 * Runs a job on demand, never twice at once: all callers that come while it runs share the one run that follows. So a job that
 * takes all waiting work runs as often as needed and no more, however many callers it has.
 */
export class Coalesced<T> {
  readonly #job: () => Promise<T>
  #running: Promise<unknown> = Promise.resolve()
  #waiting: Promise<T> | null = null

  constructor(job: () => Promise<T>) {
    this.#job = job
  }

  /** Resolves to the result of a run of the job that starts after this call. */
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
